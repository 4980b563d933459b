import { useStore } from '@nanostores/react'
import { type ReactNode, useState } from 'react'
import { $areDetailsShown } from '#src/lib/player/details.store.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import {
  CaptionColourPage,
  CaptionEdgePage,
  CaptionOpacityPage,
  CaptionSizePage,
  CaptionStylePage,
  CaptionsPage,
  OWN_TITLES,
} from './CaptionPages.tsx'
import { usePlayer } from './context.ts'
import type { IconName } from './Icon.tsx'
import { SubmenuRow, SwitchRow } from './MenuItems.tsx'
import { Panel } from './Panel.tsx'
import { SecondCaptionPage } from './SecondCaptionRows.tsx'
import { AudioPage, QualityPage, type SettingsPage, SpeedPage } from './SettingsPages.tsx'
import { AudioSummary, CaptionSummary, QualitySummary, SpeedSummary } from './SettingsSummary.tsx'
import { ShareButton } from './ShareButton.tsx'
import { ShortcutList } from './ShortcutList.tsx'

const TITLES = {
  root: 'player.menu',
  audio: 'player.audio',
  captions: 'player.captions',
  second: 'player.captions.second',
  speed: 'player.speed',
  quality: 'player.quality',
  size: 'player.captions.size',
  style: 'player.captions.style',
  ...OWN_TITLES,
  shortcuts: 'player.shortcuts',
} as const satisfies Record<SettingsPage, string>

export default function SettingsPanel({
  initialPage,
  onClose,
}: {
  initialPage: SettingsPage
  onClose(): void
}) {
  const { t } = usePlayer()
  const [history, setHistory] = useState<SettingsPage[]>([initialPage])
  const page = history.at(-1) ?? initialPage
  const open = (next: SettingsPage) => setHistory([...history, next])
  const pages: Record<SettingsPage, ReactNode> = {
    root: <Root onOpen={open} />,
    audio: <AudioPage onOpen={open} />,
    captions: <CaptionsPage onOpen={open} />,
    second: <SecondCaptionPage />,
    speed: <SpeedPage />,
    quality: <QualityPage />,
    size: <CaptionSizePage />,
    style: <CaptionStylePage onOpen={open} />,
    textColour: <CaptionColourPage of="textColour" />,
    backgroundColour: <CaptionColourPage of="backgroundColour" />,
    opacity: <CaptionOpacityPage />,
    edge: <CaptionEdgePage />,
    shortcuts: <ShortcutList />,
  }
  return (
    <Panel
      id="player-settings"
      title={t(TITLES[page])}
      onClose={onClose}
      onBack={history.length > 1 ? () => setHistory(history.slice(0, -1)) : undefined}
    >
      {pages[page]}
    </Panel>
  )
}

interface Row {
  page: SettingsPage
  icon: IconName
  value: ReactNode
  isShown: boolean
}

function Root({ onOpen }: { onOpen(page: SettingsPage): void }) {
  const { player, t, isTv } = usePlayer()
  const { audio, captions, qualities } = useStore(player.$tracks)
  const { isLive } = useStore(player.$state)
  const { autoplayNext, fill, mode } = useStore($preferences)
  const areDetailsShown = useStore($areDetailsShown)
  const isAdvanced = mode === 'advanced'
  const rows: Row[] = [
    { page: 'audio', icon: 'audio', value: <AudioSummary />, isShown: audio.length > 1 },
    { page: 'captions', icon: 'captions', value: <CaptionSummary />, isShown: captions.length > 0 },
    { page: 'speed', icon: 'speed', value: <SpeedSummary />, isShown: !isLive },
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
      <SwitchRow
        icon="fill"
        label={t('player.fill')}
        isOn={fill}
        onToggle={() => $preferences.setKey('fill', !fill)}
      />
      <SwitchRow
        icon="details"
        label={t('player.details')}
        isOn={areDetailsShown}
        onToggle={() => $areDetailsShown.set(!areDetailsShown)}
      />
      {!isTv && !isLive && (
        <ShareButton
          t={t}
          className="menu-row"
          title={document.title}
          position={player.playbackPosition}
        />
      )}
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
