import { useStore } from '@nanostores/react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '#src/lib/boot/when-idle.ts'
import { $areDetailsShown } from '#src/lib/player/details.store.ts'
import type { PlayerPage } from '#src/lib/player/player-page.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { AdvertBar } from './AdvertBar.tsx'
import { Captions } from './Captions.tsx'
import { ControlBar } from './ControlBar.tsx'
import { usePlayer } from './context.ts'
import { Failure } from './Failure.tsx'
import { NextEpisodeCard, SkipIntro } from './OverlayPrompts.tsx'
import type { SettingsPage } from './SettingsPages.tsx'
import { TitleBar } from './TitleBar.tsx'
import { useCommands } from './use-commands.ts'
import { useControlsVisibility } from './use-controls-visibility.ts'
import { useKeys } from './use-keys.ts'
import { useVideoMediaSession } from './use-media-session.ts'
import { VideoSurface } from './VideoSurface.tsx'

/** If the panel cannot be loaded, playback continues and the page shows its own message. */
const loadSettingsPanel = () => import('./SettingsPanel.tsx')
const SettingsPanel = lazy(() => loadSettingsPanel().catch(() => ({ default: CloseAtOnce })))
const PlaybackDetails = lazy(() =>
  import('./PlaybackDetails.tsx').catch(() => ({ default: () => null })),
)
/** Loaded when a live channel starts, because it could not be loaded after the network has failed. */
const SignalNotice = lazy(() =>
  import('./SignalNotice.tsx').catch(() => ({ default: () => <></> })),
)
const EpisodesPanel = lazy(() =>
  import('./EpisodesPanel.tsx').catch(() => ({ default: CloseAtOnce })),
)

function CloseAtOnce({ onClose }: { onClose: () => void }) {
  useEffect(onClose, [])
  return <span hidden />
}

type OpenPanel = { kind: 'settings'; page: SettingsPage } | { kind: 'episodes' } | null

interface PlayerControlsProps {
  page: PlayerPage
  /** Loads another title into the same player. */
  openTitle(shortId: string): void
}

/** Everything over the video: bars, prompts, panels and the error message. */
export function PlayerControls({ page, openTitle }: PlayerControlsProps) {
  const { player, video, root, t, isTv } = usePlayer()
  const { status, phase, isLive } = useStore(player.$state)
  const descriptor = useStore(player.$descriptor)
  const [panel, setPanel] = useState<OpenPanel>(null)
  const areDetailsShown = useStore($areDetailsShown)
  const closePanel = () => setPanel(null)
  const isStopped = status !== 'playing' && status !== 'waiting'
  const { areVisible, show, hide } = useControlsVisibility(root, panel !== null || isStopped, isTv)
  const next = descriptor?.next ?? null
  const playNext = next ? () => openTitle(next.short_id) : null
  const canControl = phase === 'title' && status !== 'failed'

  useVideoMediaSession(player, video, page, playNext)
  const mayOpenSettings = areVisible && canControl && status !== 'loading'
  useEffect(() => {
    if (mayOpenSettings) whenIdle(() => void loadSettingsPanel().catch(() => {}), { pause: 500 })
  }, [mayOpenSettings])
  const run = useCommands({
    closePanel: panel && closePanel,
    areControlsVisible: areVisible,
    showControls: show,
    hideControls: hide,
    playNext,
    backPath: page.backPath,
  })
  useKeys({ root, isTv, isPanelOpen: panel !== null, areControlsVisible: areVisible, run })
  useRootAttribute(root, 'data-idle', !areVisible)
  useRootAttribute(root, 'data-fill', useStore($preferences).fill)

  return (
    <>
      {phase === 'title' && <Captions isRaised={areVisible} />}
      <VideoSurface areControlsVisible={areVisible} onTap={areVisible ? hide : show} />
      <div className="controls" data-visible={areVisible ? '' : undefined}>
        <TitleBar page={page} backLabel={t('player.back')} />
        {canControl && (
          <ControlBar
            target={page.target}
            hasEpisodes={page.seriesId !== null}
            onSettings={settingsPage => setPanel({ kind: 'settings', page: settingsPage })}
            onEpisodes={() => setPanel({ kind: 'episodes' })}
            onNext={playNext}
          />
        )}
      </div>
      {canControl && (
        <div
          className="overlay-prompts"
          data-raised={areVisible ? '' : undefined}
          data-focus-row="prompts"
        >
          {isLive && (
            <Suspense>
              <SignalNotice />
            </Suspense>
          )}
          <SkipIntro />
          <NextEpisodeCard onPlay={it => openTitle(it.short_id)} />
        </div>
      )}
      {phase === 'advert' && <AdvertBar />}
      {status === 'failed' && <Failure page={page} />}
      {areDetailsShown && canControl && (
        <Suspense>
          <PlaybackDetails />
        </Suspense>
      )}
      {panel?.kind === 'settings' && (
        <Suspense>
          <SettingsPanel key={panel.page} initialPage={panel.page} onClose={closePanel} />
        </Suspense>
      )}
      {panel?.kind === 'episodes' && page.seriesId !== null && (
        <Suspense>
          <EpisodesPanel
            seriesId={page.seriesId}
            currentId={page.shortId}
            onClose={closePanel}
            onPlay={episode => {
              closePanel()
              openTitle(episode.short_id)
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Sets an attribute for the page's CSS: `data-idle` hides the pointer, `data-fill` enlarges the picture. */
function useRootAttribute(root: HTMLElement, name: 'data-idle' | 'data-fill', isOn: boolean) {
  useEffect(() => {
    root.toggleAttribute(name, isOn)
  }, [root, name, isOn])
}
