/** Tells swipes and pinches of fingers from taps and from holding. Browser only. */

export type Half = 'left' | 'right'

export interface FingersHost {
  /** Fingers move: what began when they were put down must end. */
  onGesture(): void
  onSwipeStart(half: Half): void
  /** Of the height, since the swipe began; up is above 0. */
  onSwipe(share: number): void
  onPinch(isOut: boolean): void
  onEnd(): void
}

type Point = { x: number; y: number }
/** `held` and `sideways` are no gesture; the first leaves the fingers to whoever plays faster. */
type Kind = 'swipe' | 'pinch' | 'sideways' | 'held'

/** A finger that moves less is a tap. */
const SLOP_PX = 16
/** There the system's own swipes begin. */
const EDGE_PX = 24
/** Later the finger is held, and the film plays faster. */
const HOLD_MS = 450
/** Fingers so many times as far apart, or as close. */
const PINCH = 1.2

export function watchFingers(surface: HTMLElement, host: FingersHost, signal: AbortSignal): void {
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
    // Neither a tap nor held.
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
    // The hands of the viewer, in every language.
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
