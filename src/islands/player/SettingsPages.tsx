import { useStore } from '@nanostores/react'
import { RATES } from '#src/lib/player/playback-rate.ts'
import {
  $preferences,
  type CaptionSize,
  type CaptionStyle,
} from '#src/lib/player/preferences.store.ts'
import { qualityOptions } from '#src/lib/player/tracks.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { usePlayer } from './context.ts'
import { RadioMenu, StepperRow, SubmenuRow } from './MenuItems.tsx'
import { CaptionSummary } from './SettingsSummary.tsx'

export type SettingsPage =
  | 'root'
  | 'audio'
  | 'captions'
  | 'speed'
  | 'quality'
  | 'size'
  | 'style'
  | 'shortcuts'

export function AudioPage({ onOpen }: { onOpen(page: SettingsPage): void }) {
  const { player, t } = usePlayer()
  const { audio, captions } = useStore(player.$tracks)
  const selection = useStore(player.$selection)
  return (
    <>
      <RadioMenu
        label={t('player.audio')}
        options={audio.map(({ id, name, language }) => ({ id, label: name, lang: language }))}
        selected={selection.audio ?? ''}
        onSelect={id => player.selectAudio(id)}
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

export function CaptionsPage({ onOpen }: { onOpen(page: SettingsPage): void }) {
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
        selected={caption ?? 'off'}
        onSelect={id => player.selectCaption(id === 'off' ? null : id)}
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
      {caption !== null && <CaptionDelay />}
    </>
  )
}

const DELAY_STEP = 0.5
const MAX_DELAY = 30

/** For captions that are earlier or later than what is said. */
function CaptionDelay() {
  const { player, t } = usePlayer()
  const delay = useStore(player.$captionDelay)
  const seconds = Math.abs(delay)
  return (
    <StepperRow
      icon="captions"
      label={t('player.captions.delay')}
      value={
        delay === 0
          ? t('player.captions.delay.none')
          : t(delay > 0 ? 'player.captions.delay.late' : 'player.captions.delay.early', { seconds })
      }
      less={t('player.captions.delay.less')}
      more={t('player.captions.delay.more')}
      onStep={by =>
        player.setCaptionDelay(Math.max(-MAX_DELAY, Math.min(MAX_DELAY, delay + by * DELAY_STEP)))
      }
    />
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
      selected={String(rate)}
      onSelect={speed => player.setRate(Number(speed))}
    />
  )
}

export function QualityPage() {
  const { player, t, language } = usePlayer()
  const { qualities } = useStore(player.$tracks)
  const { quality, height } = useStore(player.$selection)
  const current = height > 0 ? `${localDigits(height, language)}p` : undefined
  return (
    <RadioMenu
      label={t('player.quality')}
      options={[
        {
          id: 'auto',
          label: t('player.quality.auto'),
          hint: quality === null ? current : undefined,
        },
        ...qualityOptions(qualities).map(({ id, height }) => ({
          id,
          label: `${localDigits(height, language)}p`,
        })),
      ]}
      selected={quality ?? 'auto'}
      onSelect={id => player.selectQuality(id === 'auto' ? null : id)}
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

/** Size or style of the captions, with a sample. */
export function CaptionAppearancePage({ of }: { of: 'size' | 'style' }) {
  const { t } = usePlayer()
  const preferences = useStore($preferences)
  const { key, texts } = APPEARANCE[of]
  return (
    <>
      <CaptionSample />
      <RadioMenu
        label={t(`player.captions.${of}`)}
        options={Object.entries(texts).map(([id, text]) => ({ id, label: t(text) }))}
        selected={preferences[key]}
        onSelect={id => $preferences.setKey(key, id as CaptionSize & CaptionStyle)}
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
