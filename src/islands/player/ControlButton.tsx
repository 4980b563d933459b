import { useStore } from '@nanostores/react'
import { SKIP_SECONDS } from '#src/lib/player/scrub.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { usePlayer } from './context.ts'
import { Icon, type IconName } from './Icon.tsx'

interface ControlButtonProps {
  icon: IconName
  label: string
  onPress(): void
  shortcut?: string
  className?: string
  isPressed?: boolean
  opensDialog?: boolean
}

export function ControlButton({
  icon,
  label,
  onPress,
  shortcut,
  className = '',
  isPressed,
  opensDialog,
}: ControlButtonProps) {
  return (
    <button
      type="button"
      className={`control ${className}`}
      aria-label={label}
      aria-keyshortcuts={shortcut}
      aria-pressed={isPressed}
      aria-haspopup={opensDialog ? 'dialog' : undefined}
      data-tooltip={label}
      onClick={onPress}
    >
      <Icon name={icon} />
    </button>
  )
}

export function PlayButton({ className = '' }: { className?: string }) {
  const { player, t } = usePlayer()
  const { status } = useStore(player.$state)
  const isPlaying = status === 'playing' || status === 'waiting'
  const hasEnded = status === 'ended'
  const label = isPlaying ? t('player.pause') : hasEnded ? t('player.replay') : t('player.play')
  function press() {
    if (hasEnded) player.seek(0)
    player.toggle()
  }
  return (
    <ControlButton
      icon={isPlaying ? 'pause' : hasEnded ? 'replay' : 'play'}
      label={label}
      shortcut="k"
      className={`is-play ${className}`}
      onPress={press}
    />
  )
}

type SkipButtonProps = { isBack?: boolean; className?: string }

export function SkipButton({ isBack = false, className = '' }: SkipButtonProps) {
  const { player, video, t, language } = usePlayer()
  const label = t(isBack ? 'player.seek.back' : 'player.seek.forward', { count: SKIP_SECONDS })
  return (
    <button
      type="button"
      className={`control is-skip ${className}`}
      aria-label={label}
      aria-keyshortcuts={isBack ? 'j' : 'l'}
      data-tooltip={label}
      onClick={() => player.seek(video.currentTime + (isBack ? -SKIP_SECONDS : SKIP_SECONDS))}
    >
      <span className={`i-lucide-rotate-cw ${isBack ? '-scale-x-100' : ''}`} aria-hidden="true" />
      <span className="skip-number" aria-hidden="true">
        {localDigits(SKIP_SECONDS, language)}
      </span>
    </button>
  )
}
