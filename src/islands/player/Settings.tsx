import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { ChoiceRow, SwitchRow } from './Choice.tsx'
import { usePlayer } from './context.ts'
import type { IconName } from './Icon.tsx'
import { Layer } from './Layer.tsx'
import { Shortcuts } from './Messages.tsx'
import { AudioNow, CaptionNow, QualityNow, SpeedNow } from './SettingsNow.tsx'
import { AudioPage, CaptionsPage, LookPage, QualityPage, SpeedPage } from './SettingsPages.tsx'

export type Page =
  | 'root'
  | 'audio'
  | 'captions'
  | 'speed'
  | 'quality'
  | 'size'
  | 'style'
  | 'shortcuts'

const TITLES = {
  root: 'player.menu',
  audio: 'player.audio',
  captions: 'player.captions',
  speed: 'player.speed',
  quality: 'player.quality',
  size: 'player.captions.size',
  style: 'player.captions.style',
  shortcuts: 'player.shortcuts',
} as const satisfies Record<Page, string>

export function Settings({ first, onClose }: { first: Page; onClose(): void }) {
  const { t } = usePlayer()
  const [trail, setTrail] = useState<Page[]>([first])
  const page = trail.at(-1) ?? first
  const open = (next: Page) => setTrail([...trail, next])
  const pages: Record<Page, ReactNode> = {
    root: <Root onOpen={open} />,
    audio: <AudioPage onOpen={open} />,
    captions: <CaptionsPage onOpen={open} />,
    speed: <SpeedPage />,
    quality: <QualityPage />,
    size: <LookPage of="size" />,
    style: <LookPage of="style" />,
    shortcuts: <Shortcuts />,
  }
  return (
    <Layer
      id="player-settings"
      title={t(TITLES[page])}
      onClose={onClose}
      onBack={trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined}
    >
      {pages[page]}
    </Layer>
  )
}

interface Row {
  page: Page
  icon: IconName
  value: ReactNode
  isOffered: boolean
}

function Root({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t, isTv } = usePlayer()
  const { audio, captions, qualities } = useStore(player.$tracks)
  const { isLive } = useStore(player.$playback)
  const { autoplayNext, mode } = useStore($preferences)
  const isAdvanced = mode === 'advanced'
  const rows: Row[] = [
    { page: 'audio', icon: 'audio', value: <AudioNow />, isOffered: audio.length > 1 },
    { page: 'captions', icon: 'captions', value: <CaptionNow />, isOffered: captions.length > 0 },
    { page: 'speed', icon: 'speed', value: <SpeedNow />, isOffered: isAdvanced && !isLive },
    { page: 'quality', icon: 'quality', value: <QualityNow />, isOffered: qualities.length > 1 },
  ]
  return (
    <>
      {rows
        .filter(({ isOffered }) => isOffered)
        .map(({ page, icon, value }) => (
          <ChoiceRow
            key={page}
            icon={icon}
            label={t(TITLES[page])}
            value={value}
            onOpen={() => onOpen(page)}
          />
        ))}
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
