import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { formatClock } from '#src/lib/text/duration.ts'
import { usePlayer } from './context.ts'
import { canFullscreen, toggleFullscreen, useIsFullscreen } from './fullscreen.ts'
import { Icon, type IconName } from './Icon.tsx'
import { togglePip, usePip } from './pip.ts'
import { SeekBar } from './SeekBar.tsx'
import type { Page } from './SettingsPanel.tsx'
import { Volume } from './Volume.tsx'

interface ControlBarProps {
  hasEpisodes: boolean
  onSettings(page: Page): void
  onEpisodes(): void
  /** null where nothing follows. */
  onNext: (() => void) | null
}

interface ControlButtonProps {
  icon: IconName
  label: string
  onPress(): void
  shortcut?: string
  className?: string
  isPressed?: boolean
  opens?: string
}

export function ControlButton({
  icon,
  label,
  onPress,
  shortcut,
  className = '',
  isPressed,
  opens,
}: ControlButtonProps) {
  return (
    <button
      type="button"
      className={`control ${className}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      aria-haspopup={opens ? 'dialog' : undefined}
      data-tooltip={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

/** Time and transport run left to right in every language; names and menus follow the page. */
export function ControlBar({ hasEpisodes, onSettings, onEpisodes, onNext }: ControlBarProps) {
  const { player, t, isTv } = usePlayer()
  const { audio, captions } = useStore(player.$tracks)
  const { isLive } = useStore(player.$state)
  const { mode } = useStore($preferences)
  return (
    <div className="control-bar" dir="ltr">
      <div className="control-bar-timeline" data-focus-row="time">
        <Elapsed />
        <SeekBar />
        <Remaining />
      </div>
      <div className="control-bar-buttons" data-focus-row="controls">
        <PlayButton />
        {!isLive && <SkipButtons />}
        {!isTv && <Volume />}
        {isLive && <LiveBadge />}
        <span className="flex-1" />
        {onNext && (
          <ControlButton icon="next" label={t('player.next')} shortcut="Shift+n" onPress={onNext} />
        )}
        {hasEpisodes && (
          <ControlButton
            icon="episodes"
            label={t('player.episodes')}
            opens="dialog"
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
          opens="dialog"
          onPress={() => onSettings('root')}
        />
        {!isTv && mode === 'advanced' && <PipButton />}
        {!isTv && <FullscreenButton />}
      </div>
    </div>
  )
}

export function PlayButton({ className = '' }: { className?: string }) {
  const { player, t } = usePlayer()
  const { status } = useStore(player.$state)
  const isMoving = status === 'playing' || status === 'waiting'
  const isOver = status === 'ended'
  const label = isMoving ? t('player.pause') : isOver ? t('player.replay') : t('player.play')
  function press() {
    if (isOver) player.seek(0)
    player.toggle()
  }
  return (
    <ControlButton
      icon={isMoving ? 'pause' : isOver ? 'replay' : 'play'}
      label={label}
      shortcut="k"
      className={`is-play ${className}`}
      onPress={press}
    />
  )
}

export function SkipButton({ seconds, className = '' }: { seconds: 10 | -10; className?: string }) {
  const { player, video, t, language } = usePlayer()
  const isBack = seconds < 0
  const label = t(isBack ? 'player.seek.back' : 'player.seek.forward', { count: 10 })
  return (
    <button
      type="button"
      className={`control is-skip ${className}`}
      aria-label={label}
      aria-keyshortcuts={isBack ? 'j' : 'l'}
      data-tooltip={label}
      onClick={() => player.seek(video.currentTime + seconds)}
    >
      <span className={`i-lucide-rotate-cw ${isBack ? '-scale-x-100' : ''}`} aria-hidden="true" />
      <span className="skip-number" aria-hidden="true">
        {language === 'fa' ? '۱۰' : '10'}
      </span>
    </button>
  )
}

function SkipButtons() {
  return (
    <>
      <SkipButton seconds={-10} className="wide-only" />
      <SkipButton seconds={10} className="wide-only" />
    </>
  )
}

function Elapsed() {
  const { player, language } = usePlayer()
  const { time } = useStore(player.$timeline)
  const { isLive } = useStore(player.$state)
  return isLive ? null : <Clock>{formatClock(time, language)}</Clock>
}

function Remaining() {
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

function LiveBadge() {
  const { player, t } = usePlayer()
  const { isAtEdge } = useStore(player.$state)
  return (
    <button
      type="button"
      className="live-button"
      data-live-edge={isAtEdge ? '' : undefined}
      aria-label={isAtEdge ? t('player.live') : t('player.live.toEdge')}
      onClick={() => player.goLive()}
    >
      <span className="live-dot" aria-hidden="true" />
      <span dir="auto">{isAtEdge ? t('player.live') : t('player.live.toEdge')}</span>
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
      opens="dialog"
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
      opens="dialog"
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
