/**
 * Touch gestures in full screen: a vertical swipe on the right half changes the volume, on the left half the brightness, and a
 * pinch fills the screen. A browser cannot change the brightness of the screen, so a dark layer covers the picture.
 */
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { detectGestures, type Half } from '#src/lib/player/fingers.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { canSetVolume } from '#src/lib/player/volume-support.ts'
import { usePlayer } from './context.ts'
import { Icon } from './Icon.tsx'

/** Length of a swipe from minimum to maximum, as a share of the height. */
const FULL_SWIPE = 0.75
/** Minimum brightness. If it were darker, the viewer would not find the controls. */
const DARKEST = 0.2

interface TouchGesturesProps {
  surface: RefObject<HTMLElement | null>
  /** False disables the gestures; the dark layer remains. */
  isOn: boolean
  onGesture(): void
}

type Shown = { half: Half; value: number }

export default function TouchGestures({ surface, isOn, onGesture }: TouchGesturesProps) {
  const { player, video, root } = usePlayer()
  const [brightness, setBrightness] = useState(1)
  const [shown, setShown] = useState<Shown | null>(null)
  const before = useRef<Shown>({ half: 'left', value: 1 })
  const hasVolume = useRef(false)

  function start(half: Half) {
    const volume = video.muted ? 0 : video.volume
    before.current = { half, value: half === 'right' ? volume : brightness }
  }

  function swipe(share: number) {
    const { half, value } = before.current
    const isVolume = half === 'right'
    if (isVolume && !hasVolume.current) return
    const lowest = isVolume ? 0 : DARKEST
    const to = Math.min(1, Math.max(lowest, value + share / FULL_SWIPE))
    const rounded = Math.round(to * 100) / 100
    if (isVolume) player.setVolume(rounded)
    else setBrightness(rounded)
    setShown({ half, value: rounded })
  }

  const onStart = useEffectEvent(start)
  const onSwipe = useEffectEvent(swipe)
  const onAny = useEffectEvent(onGesture)
  useEffect(() => {
    canSetVolume().then(can => {
      hasVolume.current = can
    })
  }, [])
  useEffect(() => {
    if (!isOn || !surface.current) return
    const ended = new AbortController()
    root.toggleAttribute('data-gestures', true)
    const host = {
      onGesture: () => onAny(),
      onSwipeStart: (half: Half) => onStart(half),
      onSwipe: (share: number) => onSwipe(share),
      onPinch: (isOut: boolean) => $preferences.setKey('fill', isOut),
      onEnd: () => setShown(null),
    }
    detectGestures(surface.current, host, ended.signal)
    return () => {
      ended.abort()
      root.removeAttribute('data-gestures')
      setShown(null)
    }
  }, [root, surface, isOn])

  return (
    <>
      {brightness < 1 && <div className="dark-layer" style={{ opacity: 1 - brightness }} />}
      {shown && <Indicator {...shown} />}
    </>
  )
}

/** Shows the value. It is hidden from screen readers, because keys and buttons announce it. */
function Indicator({ half, value }: Shown) {
  const { t } = usePlayer()
  const percent = Math.round(value * 100)
  const speaker = percent === 0 ? 'mute' : percent < 50 ? 'quiet' : 'loud'
  return (
    <div className="swipe-indicator" data-half={half} aria-hidden="true">
      {half === 'right' ? <Icon name={speaker} /> : <span className="i-lucide-sun" />}
      <span className="swipe-meter" dir="ltr">
        <span className="swipe-level" style={{ width: `${percent}%` }} />
      </span>
      <span className="swipe-value">{t('player.volume.value', { percent })}</span>
    </div>
  )
}
