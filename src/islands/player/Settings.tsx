import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import {
  $preferences,
  type CaptionSize,
  type CaptionStyle,
} from '#src/lib/player/preferences.store.ts'
import { offeredQualities, RATES } from '#src/lib/player/tracks.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { Choice, ChoiceRow, SwitchRow } from './Choice.tsx'
import { usePlayer } from './context.ts'
import { Layer } from './Layer.tsx'
import { Shortcuts } from './Messages.tsx'

export type Page =
  | 'root'
  | 'audio'
  | 'captions'
  | 'speed'
  | 'quality'
  | 'size'
  | 'style'
  | 'shortcuts'

const SIZES: CaptionSize[] = ['small', 'medium', 'large', 'xlarge']
const STYLES: CaptionStyle[] = ['shadow', 'box', 'outline', 'yellow']

export function Settings({ first, onClose }: { first: Page; onClose(): void }) {
  const { t } = usePlayer()
  const [page, setPage] = useState<Page>(first)
  const parents: Partial<Record<Page, Page>> = { size: 'captions', style: 'captions' }
  const parent = parents[page] ?? 'root'
  const titles: Record<Page, string> = {
    root: t('player.menu'),
    audio: t('player.audio'),
    captions: t('player.captions'),
    speed: t('player.speed'),
    quality: t('player.quality'),
    size: t('player.captions.size'),
    style: t('player.captions.style'),
    shortcuts: t('player.shortcuts'),
  }
  const pages: Record<Page, ReactNode> = {
    root: <Root onOpen={setPage} />,
    audio: <AudioPage onOpen={setPage} />,
    captions: <CaptionsPage onOpen={setPage} />,
    speed: <SpeedPage />,
    quality: <QualityPage />,
    size: <SizePage />,
    style: <StylePage />,
    shortcuts: <Shortcuts />,
  }
  return (
    <Layer
      id="player-settings"
      title={titles[page]}
      onClose={onClose}
      onBack={page === first ? undefined : () => setPage(parent)}
    >
      {pages[page]}
    </Layer>
  )
}

function Root({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t, isTv } = usePlayer()
  const { audio, captions, qualities } = useStore(player.$tracks)
  const { isLive } = useStore(player.$playback)
  const { autoplayNext, mode } = useStore($preferences)
  const isAdvanced = mode === 'advanced'
  return (
    <>
      {audio.length > 1 && (
        <ChoiceRow
          icon="audio"
          label={t('player.audio')}
          value={<AudioNow />}
          onOpen={() => onOpen('audio')}
        />
      )}
      {captions.length > 0 && (
        <ChoiceRow
          icon="captions"
          label={t('player.captions')}
          value={<CaptionNow />}
          onOpen={() => onOpen('captions')}
        />
      )}
      {isAdvanced && !isLive && (
        <ChoiceRow
          icon="speed"
          label={t('player.speed')}
          value={<SpeedNow />}
          onOpen={() => onOpen('speed')}
        />
      )}
      {qualities.length > 1 && (
        <ChoiceRow
          icon="quality"
          label={t('player.quality')}
          value={<QualityNow />}
          onOpen={() => onOpen('quality')}
        />
      )}
      <SwitchRow
        icon="autoplay"
        label={t('player.autoplay')}
        isOn={autoplayNext}
        onToggle={() => $preferences.setKey('autoplayNext', !autoplayNext)}
      />
      <SwitchRow
        icon="mode"
        label={t('player.mode.advanced')}
        isOn={isAdvanced}
        onToggle={() => $preferences.setKey('mode', isAdvanced ? 'simple' : 'advanced')}
      />
      {isAdvanced && !isTv && (
        <ChoiceRow
          icon="keyboard"
          label={t('player.shortcuts')}
          value=""
          onOpen={() => onOpen('shortcuts')}
        />
      )}
    </>
  )
}

function AudioNow() {
  const { player } = usePlayer()
  const { audio } = useStore(player.$selection)
  return <bdi>{useStore(player.$tracks).audio.find(track => track.id === audio)?.name}</bdi>
}

function CaptionNow() {
  const { player, t } = usePlayer()
  const { caption } = useStore(player.$selection)
  const track = useStore(player.$tracks).captions.find(it => it.id === caption)
  return <bdi>{track?.name ?? t('player.captions.off')}</bdi>
}

function SpeedNow() {
  const { player, t } = usePlayer()
  const { rate } = useStore(player.$playback)
  return rate === 1 ? t('player.speed.normal') : t('player.speed.value', { speed: rate })
}

function QualityNow() {
  const { player, t, language } = usePlayer()
  const { quality, height } = useStore(player.$selection)
  const name = `${localDigits(height, language)}p`
  if (quality !== null) return <bdi>{name}</bdi>
  return height > 0
    ? t('player.quality.autoNow', { quality: `${height}p` })
    : t('player.quality.auto')
}

function AudioPage({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t } = usePlayer()
  const { audio, captions } = useStore(player.$tracks)
  const selection = useStore(player.$selection)
  return (
    <>
      <Choice
        label={t('player.audio')}
        options={audio.map(({ id, name, language }) => ({ id, label: name, lang: language }))}
        chosen={selection.audio ?? ''}
        onChoose={id => player.selectAudio(id)}
      />
      {captions.length > 0 && (
        <ChoiceRow
          icon="captions"
          label={t('player.captions')}
          value={<CaptionNow />}
          onOpen={() => onOpen('captions')}
        />
      )}
    </>
  )
}

function CaptionsPage({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t } = usePlayer()
  const { captions } = useStore(player.$tracks)
  const { caption } = useStore(player.$selection)
  const { captionSize, captionStyle } = useStore($preferences)
  const off = { id: 'off', label: t('player.captions.off') }
  return (
    <>
      <Choice
        label={t('player.captions')}
        options={[
          off,
          ...captions.map(({ id, name, language }) => ({ id, label: name, lang: language })),
        ]}
        chosen={caption ?? 'off'}
        onChoose={id => player.selectCaption(id === 'off' ? null : id)}
      />
      <ChoiceRow
        icon="text"
        label={t('player.captions.size')}
        value={t(`player.captions.size.${captionSize}`)}
        onOpen={() => onOpen('size')}
      />
      <ChoiceRow
        icon="settings"
        label={t('player.captions.style')}
        value={t(`player.captions.style.${captionStyle}`)}
        onOpen={() => onOpen('style')}
      />
    </>
  )
}

function SpeedPage() {
  const { player, t } = usePlayer()
  const { rate } = useStore(player.$playback)
  return (
    <Choice
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

function QualityPage() {
  const { player, t, language } = usePlayer()
  const { qualities } = useStore(player.$tracks)
  const { quality, height } = useStore(player.$selection)
  const now = height > 0 ? `${localDigits(height, language)}p` : undefined
  return (
    <Choice
      label={t('player.quality')}
      options={[
        { id: 'auto', label: t('player.quality.auto'), hint: quality === null ? now : undefined },
        ...offeredQualities(qualities).map(({ id, height }) => ({
          id,
          label: `${localDigits(height, language)}p`,
        })),
      ]}
      chosen={quality ?? 'auto'}
      onChoose={id => player.selectQuality(id === 'auto' ? null : id)}
    />
  )
}

function SizePage() {
  const { t } = usePlayer()
  const { captionSize } = useStore($preferences)
  return (
    <>
      <CaptionSample />
      <Choice
        label={t('player.captions.size')}
        options={SIZES.map(id => ({ id, label: t(`player.captions.size.${id}`) }))}
        chosen={captionSize}
        onChoose={id => $preferences.setKey('captionSize', id as CaptionSize)}
      />
    </>
  )
}

function StylePage() {
  const { t } = usePlayer()
  const { captionStyle } = useStore($preferences)
  return (
    <>
      <CaptionSample />
      <Choice
        label={t('player.captions.style')}
        options={STYLES.map(id => ({ id, label: t(`player.captions.style.${id}`) }))}
        chosen={captionStyle}
        onChoose={id => $preferences.setKey('captionStyle', id as CaptionStyle)}
      />
    </>
  )
}

function CaptionSample() {
  const { t } = usePlayer()
  const { captionSize, captionStyle } = useStore($preferences)
  return (
    <div className="caption-sample" data-size={captionSize} data-look={captionStyle}>
      <span className="caption-line" dir="auto">
        {t('player.captions.preview')}
      </span>
    </div>
  )
}
