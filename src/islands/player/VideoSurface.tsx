/** The picture itself as a control: click, double click, tap and double tap. */
import { useStore } from '@nanostores/react'
import { type PointerEvent, useRef, useState } from 'react'
import { isBusy } from '#src/lib/player/player-state.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { PlayButton, SkipButton } from './ControlBar.tsx'
import { usePlayer } from './context.ts'
import { toggleFullscreen } from './fullscreen.ts'
import { Icon } from './Icon.tsx'

const DOUBLE_MS = 280

interface VideoSurfaceProps {
  areControlsVisible: boolean
  onTap(): void
}

export function VideoSurface({ areControlsVisible, onTap }: VideoSurfaceProps) {
  const { player, video, root, language } = usePlayer()
  const playback = useStore(player.$state)
  const last = useRef({ at: 0, side: 0, timer: 0 })
  const [jump, setJump] = useState<{ seconds: number; id: number } | null>(null)

  function onMouse() {
    const now = performance.now()
    const isDouble = now - last.current.at < DOUBLE_MS
    last.current.at = now
    player.toggle()
    if (isDouble) void toggleFullscreen(root, video)
  }

  function onTouch(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    const side = share < 0.35 ? -1 : share > 0.65 ? 1 : 0
    const now = performance.now()
    const isDouble = now - last.current.at < DOUBLE_MS && last.current.side === side
    last.current = { ...last.current, at: now, side }
    if (!isDouble || side === 0 || playback.isLive) return onTap()
    player.seek(video.currentTime + side * 10)
    const before = jump && Math.sign(jump.seconds) === side ? jump.seconds : 0
    setJump({ seconds: before + side * 10, id: now })
    clearTimeout(last.current.timer)
    last.current.timer = window.setTimeout(() => setJump(null), 700)
  }

  return (
    <>
      {/* Keyboards have the buttons of the bar: this is for pointers alone. */}
      <div
        className="video-surface"
        onPointerUp={event => {
          if (event.button !== 0) return
          if (event.pointerType === 'mouse') onMouse()
          else onTouch(event)
        }}
      />
      {jump && (
        <div
          key={jump.id}
          className="skip-indicator"
          data-side={jump.seconds < 0 ? 'left' : 'right'}
          aria-hidden="true"
        >
          <span>{`${jump.seconds > 0 ? '+' : '−'}${localDigits(Math.abs(jump.seconds), language)}`}</span>
        </div>
      )}
      <Centre areControlsVisible={areControlsVisible} />
    </>
  )
}

function Centre({ areControlsVisible }: { areControlsVisible: boolean }) {
  const { player, t } = usePlayer()
  const playback = useStore(player.$state)
  if (playback.needsGesture) {
    return (
      <button
        type="button"
        className="big-play"
        aria-label={t('player.play')}
        onClick={() => player.play()}
      >
        <Icon name="play" />
      </button>
    )
  }
  if (isBusy(playback)) {
    return (
      <div className="spinner" role="status">
        <span className="sr-only">{t('player.buffering')}</span>
      </div>
    )
  }
  if (playback.stage === 'advert' || !areControlsVisible) return null
  return (
    <div className="touch-controls" dir="ltr">
      {!playback.isLive && <SkipButton seconds={-10} />}
      <PlayButton />
      {!playback.isLive && <SkipButton seconds={10} />}
    </div>
  )
}
