import { useStore } from '@nanostores/react'
import { lazy, type ReactNode, Suspense } from 'react'
import type { PlaybackTarget } from '#src/lib/player/playback-session.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import { ControlButton, PlayButton, SkipButton } from './ControlButton.tsx'
import { usePlayer } from './context.ts'
import { canFullscreen, toggleFullscreen, useIsFullscreen } from './fullscreen.ts'
import { togglePip, usePip } from './pip.ts'
import { SeekBar } from './SeekBar.tsx'
import type { SettingsPage } from './SettingsPages.tsx'
import { Volume } from './Volume.tsx'

/** AirPlay and Chromecast. If it cannot be loaded, playback continues here. */
const RemoteButton = lazy(() => import('./RemoteButton.tsx').catch(() => ({ default: () => null })))

interface ControlBarProps {
  target: PlaybackTarget
  hasEpisodes: boolean
  onSettings(page: SettingsPage): void
  onEpisodes(): void
  /** Null without a next episode. */
  onNext: (() => void) | null
}

/** The controls run left to right in every language, as on other players. Labels and panels follow the page. */
export function ControlBar({
  target,
  hasEpisodes,
  onSettings,
  onEpisodes,
  onNext,
}: ControlBarProps) {
  const { player, video, root, t, isTv } = usePlayer()
  const descriptor = useStore(player.$descriptor)
  const { audio, captions } = useStore(player.$tracks)
  const { isLive, hasStarted } = useStore(player.$state)
  const { mode } = useStore($preferences)
  const canBeRemote =
    hasStarted && !isTv && descriptor?.kind === 'vod' && descriptor.lease_id && !descriptor.drm
  const hasRemote = 'webkitShowPlaybackTargetPicker' in video || root.dataset.cast
  return (
    <div className="control-bar" dir="ltr">
      <div className="control-bar-timeline" data-focus-row="timeline">
        <Elapsed />
        <SeekBar />
        <Duration />
      </div>
      <div
        className="control-bar-buttons"
        role="group"
        aria-label={t('player.controls')}
        data-focus-row="controls"
      >
        <PlayButton />
        {!isLive && <SkipButton isBack className="wide-only" />}
        {!isLive && <SkipButton className="wide-only" />}
        {!isTv && <Volume />}
        {isLive && <LiveButton />}
        <span className="flex-1" />
        {onNext && (
          <ControlButton icon="next" label={t('player.next')} shortcut="Shift+n" onPress={onNext} />
        )}
        {hasEpisodes && (
          <ControlButton
            icon="episodes"
            label={t('player.episodes')}
            opensDialog
            onPress={onEpisodes}
          />
        )}
        {(captions.length > 0 || audio.length > 1) && (
          <CaptionButton onPress={() => onSettings(captions.length > 0 ? 'captions' : 'audio')} />
        )}
        {mode === 'advanced' && !isLive && <SpeedButton onPress={() => onSettings('speed')} />}
        <ControlButton
          icon="settings"
          label={t('player.menu')}
          opensDialog
          onPress={() => onSettings('root')}
        />
        {canBeRemote && hasRemote && (
          <Suspense>
            <RemoteButton key={target.fileId} target={target} />
          </Suspense>
        )}
        {!isTv && mode === 'advanced' && <PipButton />}
        {!isTv && <FullscreenButton />}
      </div>
    </div>
  )
}

function Elapsed() {
  const { player, language } = usePlayer()
  const { time } = useStore(player.$timeline)
  const { isLive } = useStore(player.$state)
  return isLive ? null : <Clock>{formatClock(time, language)}</Clock>
}

function Duration() {
  const { player, language } = usePlayer()
  const { end } = useStore(player.$timeline)
  const { isLive } = useStore(player.$state)
  return isLive || end <= 0 ? null : <Clock>{formatClock(end, language)}</Clock>
}

function Clock({ children }: { children: ReactNode }) {
  return (
    <span className="clock" aria-hidden="true">
      {children}
    </span>
  )
}

function LiveButton() {
  const { player, t } = usePlayer()
  const { isAtEdge } = useStore(player.$state)
  const label = isAtEdge ? t('player.live') : t('player.live.toEdge')
  return (
    <button
      type="button"
      className="live-button"
      data-live-edge={isAtEdge ? '' : undefined}
      aria-label={label}
      onClick={() => player.goLive()}
    >
      <span className="live-dot" aria-hidden="true" />
      <span dir="auto">{label}</span>
    </button>
  )
}

function CaptionButton({ onPress }: { onPress(): void }) {
  const { player, t } = usePlayer()
  const { caption } = useStore(player.$selection)
  return (
    <ControlButton
      icon="captions"
      label={t('player.captions')}
      shortcut="c"
      opensDialog
      className={caption === null ? '' : 'is-active'}
      onPress={onPress}
    />
  )
}

function SpeedButton({ onPress }: { onPress(): void }) {
  const { player, t } = usePlayer()
  const { rate } = useStore(player.$state)
  return (
    <ControlButton
      icon="speed"
      label={t('player.speed')}
      opensDialog
      className={`wide-only ${rate === 1 ? '' : 'is-active'}`}
      onPress={onPress}
    />
  )
}

function PipButton() {
  const { video, t } = usePlayer()
  const isInPip = usePip(video)
  if (!document.pictureInPictureEnabled) return null
  return (
    <ControlButton
      icon="pip"
      label={isInPip ? t('player.pip.exit') : t('player.pip')}
      shortcut="i"
      className="wide-only"
      onPress={() => void togglePip(video)}
    />
  )
}

function FullscreenButton() {
  const { root, video, t } = usePlayer()
  const isFull = useIsFullscreen()
  if (!canFullscreen(video)) return null
  return (
    <ControlButton
      icon={isFull ? 'shrink' : 'enlarge'}
      label={isFull ? t('player.fullscreen.exit') : t('player.fullscreen')}
      shortcut="f"
      onPress={() => void toggleFullscreen(root, video)}
    />
  )
}
