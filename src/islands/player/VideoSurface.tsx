/** Gestures on the video: click, double click, tap, double tap, and holding. */
import { useStore } from '@nanostores/react'
import { lazy, type PointerEvent, Suspense, useRef, useState } from 'react'
import { HOLD_RATE } from '#src/lib/player/playback-rate.ts'
import { isBusy } from '#src/lib/player/player-state.ts'
import { SKIP_SECONDS } from '#src/lib/player/scrub.ts'
import { localDigits } from '#src/lib/text/digits.ts'
import { PlayButton, SkipButton } from './ControlButton.tsx'
import { usePlayer } from './context.ts'
import { toggleFullscreen, useHasWholeScreen } from './fullscreen.ts'
import { Icon } from './Icon.tsx'
import { useHold } from './use-hold.ts'

const DOUBLE_TAP_MS = 280

/** Loaded for touch screens once playback has started. The buttons do the same without it. */
const TouchGestures = lazy(() =>
  import('./TouchGestures.tsx').catch(() => ({ default: () => <></> })),
)

interface VideoSurfaceProps {
  areControlsVisible: boolean
  onTap(): void
}

export function VideoSurface({ areControlsVisible, onTap }: VideoSurfaceProps) {
  const { player, video, root, t, language, isTv } = usePlayer()
  const state = useStore(player.$state)
  const last = useRef({ at: 0, side: 0, timer: 0 })
  const hold = useHold()
  const surface = useRef<HTMLDivElement>(null)
  const hasWholeScreen = useHasWholeScreen()
  // The gestures stay loaded, because they hold the brightness.
  const [hasGestures, setGestures] = useState(false)
  if (!hasGestures && !isTv && hasWholeScreen && state.hasStarted)
    if (matchMedia('(any-pointer: coarse)').matches) setGestures(true)
  const [skipped, setSkipped] = useState<{ seconds: number; id: number } | null>(null)

  function onMouse() {
    const now = performance.now()
    const isDouble = now - last.current.at < DOUBLE_TAP_MS
    last.current.at = now
    player.toggle()
    if (isDouble) void toggleFullscreen(root, video)
  }

  function onTouch(event: PointerEvent<HTMLDivElement>) {
    const box = event.currentTarget.getBoundingClientRect()
    const share = (event.clientX - box.left) / box.width
    const side = share < 0.35 ? -1 : share > 0.65 ? 1 : 0
    const now = performance.now()
    const isDouble = now - last.current.at < DOUBLE_TAP_MS && last.current.side === side
    last.current = { ...last.current, at: now, side }
    if (!isDouble || side === 0 || state.isLive) return onTap()
    player.seek(video.currentTime + side * SKIP_SECONDS)
    const before = skipped && Math.sign(skipped.seconds) === side ? skipped.seconds : 0
    setSkipped({ seconds: before + side * SKIP_SECONDS, id: now })
    clearTimeout(last.current.timer)
    last.current.timer = window.setTimeout(() => setSkipped(null), 700)
  }

  return (
    <>
      {hasGestures && (
        <Suspense>
          <TouchGestures surface={surface} isOn={hasWholeScreen} onGesture={hold.release} />
        </Suspense>
      )}
      {/* Only for pointers: keyboards use the buttons of the control bar. */}
      <div
        ref={surface}
        className="video-surface"
        onPointerDown={event => event.button === 0 && hold.press()}
        onPointerCancel={hold.release}
        onPointerLeave={hold.release}
        onPointerUp={event => {
          if (event.button !== 0 || hold.release()) return
          if (event.pointerType === 'mouse') onMouse()
          else onTouch(event)
        }}
      />
      {hold.isFast && (
        <div className="hold-indicator" role="status">
          {t('player.speed.value', { speed: HOLD_RATE })}
        </div>
      )}
      {skipped && (
        <div
          key={skipped.id}
          className="skip-indicator"
          data-side={skipped.seconds < 0 ? 'left' : 'right'}
          aria-hidden="true"
        >
          <span>{`${skipped.seconds > 0 ? '+' : '−'}${localDigits(Math.abs(skipped.seconds), language)}`}</span>
        </div>
      )}
      <CenterControls areControlsVisible={areControlsVisible} />
    </>
  )
}

function CenterControls({ areControlsVisible }: { areControlsVisible: boolean }) {
  const { player, t } = usePlayer()
  const state = useStore(player.$state)
  if (state.needsGesture) {
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
  if (isBusy(state)) {
    return (
      <div className="spinner" role="status">
        <span className="sr-only">{t('player.buffering')}</span>
      </div>
    )
  }
  if (state.phase === 'advert' || !areControlsVisible) return null
  return (
    <div className="touch-controls" dir="ltr">
      {!state.isLive && <SkipButton isBack />}
      <PlayButton />
      {!state.isLive && <SkipButton />}
    </div>
  )
}
