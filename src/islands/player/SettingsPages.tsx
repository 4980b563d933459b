import { useStore } from '@nanostores/react'
import {
  $preferences,
  type CaptionSize,
  type CaptionStyle,
} from '#src/lib/player/preferences.store.ts'
import { qualityOptions, RATES } from '#src/lib/player/tracks.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { usePlayer } from './context.ts'
import { RadioMenu, SubmenuRow } from './MenuItems.tsx'
import type { Page } from './SettingsPanel.tsx'
import { CaptionSummary } from './SettingsSummary.tsx'

export function AudioPage({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t } = usePlayer()
  const { audio, captions } = useStore(player.$tracks)
  const selection = useStore(player.$selection)
  return (
    <>
      <RadioMenu
        label={t('player.audio')}
        options={audio.map(({ id, name, language }) => ({ id, label: name, lang: language }))}
        chosen={selection.audio ?? ''}
        onChoose={id => player.selectAudio(id)}
      />
      {captions.length > 0 && (
        <SubmenuRow
          icon="captions"
          label={t('player.captions')}
          value={<CaptionSummary />}
          onOpen={() => onOpen('captions')}
        />
      )}
    </>
  )
}

export function CaptionsPage({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t } = usePlayer()
  const { captions } = useStore(player.$tracks)
  const { caption } = useStore(player.$selection)
  const { captionSize, captionStyle } = useStore($preferences)
  const off = { id: 'off', label: t('player.captions.off') }
  return (
    <>
      <RadioMenu
        label={t('player.captions')}
        options={[
          off,
          ...captions.map(({ id, name, language }) => ({ id, label: name, lang: language })),
        ]}
        chosen={caption ?? 'off'}
        onChoose={id => player.selectCaption(id === 'off' ? null : id)}
      />
      <SubmenuRow
        icon="text"
        label={t('player.captions.size')}
        value={t(`player.captions.size.${captionSize}`)}
        onOpen={() => onOpen('size')}
      />
      <SubmenuRow
        icon="settings"
        label={t('player.captions.style')}
        value={t(`player.captions.style.${captionStyle}`)}
        onOpen={() => onOpen('style')}
      />
    </>
  )
}

export function SpeedPage() {
  const { player, t } = usePlayer()
  const { rate } = useStore(player.$state)
  return (
    <RadioMenu
      label={t('player.speed')}
      options={RATES.map(speed => ({
        id: String(speed),
        label: speed === 1 ? t('player.speed.normal') : t('player.speed.value', { speed }),
      }))}
      chosen={String(rate)}
      onChoose={speed => player.setRate(Number(speed))}
    />
  )
}

export function QualityPage() {
  const { player, t, language } = usePlayer()
  const { qualities } = useStore(player.$tracks)
  const { quality, height } = useStore(player.$selection)
  const now = height > 0 ? `${localDigits(height, language)}p` : undefined
  return (
    <RadioMenu
      label={t('player.quality')}
      options={[
        { id: 'auto', label: t('player.quality.auto'), hint: quality === null ? now : undefined },
        ...qualityOptions(qualities).map(({ id, height }) => ({
          id,
          label: `${localDigits(height, language)}p`,
        })),
      ]}
      chosen={quality ?? 'auto'}
      onChoose={id => player.selectQuality(id === 'auto' ? null : id)}
    />
  )
}

const APPEARANCE = {
  size: {
    key: 'captionSize',
    texts: {
      small: 'player.captions.size.small',
      medium: 'player.captions.size.medium',
      large: 'player.captions.size.large',
      xlarge: 'player.captions.size.xlarge',
    },
  },
  style: {
    key: 'captionStyle',
    texts: {
      shadow: 'player.captions.style.shadow',
      box: 'player.captions.style.box',
      outline: 'player.captions.style.outline',
      yellow: 'player.captions.style.yellow',
    },
  },
} as const

/** Size or style of the captions, with a sample above. */
export function CaptionAppearancePage({ of }: { of: 'size' | 'style' }) {
  const { t } = usePlayer()
  const looks = useStore($preferences)
  const { key, texts } = APPEARANCE[of]
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t(`player.captions.${of}`)}
        options={Object.entries(texts).map(([id, text]) => ({ id, label: t(text) }))}
        chosen={looks[key]}
        onChoose={id => $preferences.setKey(key, id as CaptionSize & CaptionStyle)}
      />
    </>
  )
}

function CaptionSample() {
  const { t } = usePlayer()
  const { captionSize, captionStyle } = useStore($preferences)
  return (
    <div
      className="caption-sample"
      data-caption-size={captionSize}
      data-caption-style={captionStyle}
    >
      <span className="caption-line" dir="auto">
        {t('player.captions.preview')}
      </span>
    </div>
  )
}
