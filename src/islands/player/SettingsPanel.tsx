import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'
import { Shortcuts } from './Failure.tsx'
import type { IconName } from './Icon.tsx'
import { SubmenuRow, SwitchRow } from './MenuItems.tsx'
import { Panel } from './Panel.tsx'
import {
  AudioPage,
  CaptionAppearancePage,
  CaptionsPage,
  QualityPage,
  SpeedPage,
} from './SettingsPages.tsx'
import { AudioSummary, CaptionSummary, QualitySummary, SpeedSummary } from './SettingsSummary.tsx'

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

export function SettingsPanel({ first, onClose }: { first: Page; onClose(): void }) {
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
    size: <CaptionAppearancePage of="size" />,
    style: <CaptionAppearancePage of="style" />,
    shortcuts: <Shortcuts />,
  }
  return (
    <Panel
      id="player-settings"
      title={t(TITLES[page])}
      onClose={onClose}
      onBack={trail.length > 1 ? () => setTrail(trail.slice(0, -1)) : undefined}
    >
      {pages[page]}
    </Panel>
  )
}

interface Row {
  page: Page
  icon: IconName
  value: ReactNode
  isShown: boolean
}

function Root({ onOpen }: { onOpen(page: Page): void }) {
  const { player, t, isTv } = usePlayer()
  const { audio, captions, qualities } = useStore(player.$tracks)
  const { isLive } = useStore(player.$state)
  const { autoplayNext, mode } = useStore($preferences)
  const isAdvanced = mode === 'advanced'
  const rows: Row[] = [
    { page: 'audio', icon: 'audio', value: <AudioSummary />, isShown: audio.length > 1 },
    { page: 'captions', icon: 'captions', value: <CaptionSummary />, isShown: captions.length > 0 },
    { page: 'speed', icon: 'speed', value: <SpeedSummary />, isShown: isAdvanced && !isLive },
    { page: 'quality', icon: 'quality', value: <QualitySummary />, isShown: qualities.length > 1 },
  ]
  return (
    <>
      {rows
        .filter(({ isShown }) => isShown)
        .map(({ page, icon, value }) => (
          <SubmenuRow
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
        <SubmenuRow
          icon="keyboard"
          label={t('player.shortcuts')}
          value=""
          onOpen={() => onOpen('shortcuts')}
        />
      )}
    </>
  )
}
