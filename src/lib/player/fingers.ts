/** Distinguishes swipes and pinches from taps and holds. Browser only. */

export type Half = 'left' | 'right'

interface FingersHost {
  /** Called when fingers move: actions that started when they touched must end. */
  onGesture(): void
  onSwipeStart(half: Half): void
  /** Share of the height since the swipe began; positive values are upwards. */
  onSwipe(share: number): void
  onPinch(isOut: boolean): void
  onEnd(): void
}

type Point = { x: number; y: number }
/** `held` and `sideways` are not gestures; `held` speeds up playback elsewhere. */
type Kind = 'swipe' | 'pinch' | 'sideways' | 'held'

/** A finger that moves less counts as a tap. */
const SLOP_PX = 16
/** Margin in which the system's own swipes begin. */
const EDGE_PX = 24
/** After this time the finger counts as held, and playback speeds up. */
const HOLD_MS = 450
/** Ratio of the distances between the fingers that counts as a pinch. */
const PINCH = 1.2

export function detectGestures(surface: HTMLElement, host: FingersHost, signal: AbortSignal): void {
  const fingers = new Map<number, Point>()
  let start = { x: 0, y: 0, at: 0 }
  let kind: Kind | null = null
  let spread = 0

  function down(event: PointerEvent) {
    if (event.pointerType !== 'touch') return
    const { clientX: x, clientY: y, timeStamp: at } = event
    if (fingers.size === 0) {
      kind = null
      start = { x, y, at }
    }
    fingers.set(event.pointerId, { x, y })
    if (fingers.size < 2) return
    // The gesture is neither a tap nor a hold.
    event.stopImmediatePropagation()
    begin('pinch')
    spread = distance()
  }

  function begin(next: Kind) {
    if (kind === 'swipe') host.onEnd()
    kind = next
    host.onGesture()
  }

  function move({ pointerId, clientX: x, clientY: y, timeStamp }: PointerEvent) {
    if (!fingers.has(pointerId)) return
    fingers.set(pointerId, { x, y })
    if (kind === 'pinch') return pinch()
    if (kind === null && Math.hypot(x - start.x, y - start.y) > SLOP_PX)
      decide({ x, y }, timeStamp - start.at)
    if (kind === 'swipe') host.onSwipe((start.y - y) / surface.clientHeight)
  }

  function decide({ x, y }: Point, milliseconds: number) {
    if (milliseconds > HOLD_MS) {
      kind = 'held'
      return
    }
    const box = surface.getBoundingClientRect()
    const isUpright = Math.abs(y - start.y) > 1.5 * Math.abs(x - start.x)
    const isInside = start.y > box.top + EDGE_PX && start.y < box.bottom - EDGE_PX
    begin(isUpright && isInside ? 'swipe' : 'sideways')
    // Sides are physical, so they do not depend on the language.
    if (kind === 'swipe') host.onSwipeStart(start.x < box.left + box.width / 2 ? 'left' : 'right')
    start = { ...start, y }
  }

  function pinch() {
    if (fingers.size !== 2) return
    const now = distance()
    if (now < spread * PINCH && now > spread / PINCH) return
    host.onPinch(now > spread)
    spread = now
  }

  function distance(): number {
    const [one, other] = [...fingers.values()]
    return one && other ? Math.hypot(one.x - other.x, one.y - other.y) : 0
  }

  function up(event: PointerEvent) {
    if (!fingers.delete(event.pointerId)) return
    if (kind !== null && kind !== 'held') event.stopImmediatePropagation()
    if (fingers.size > 0) return
    if (kind === 'swipe') host.onEnd()
    kind = null
  }

  surface.addEventListener('pointerdown', down, { signal })
  surface.addEventListener('pointermove', move, { signal })
  surface.addEventListener('pointerup', up, { signal })
  surface.addEventListener('pointercancel', up, { signal })
}
