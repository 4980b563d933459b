/** Moves the focus by geometry: to the nearest target in the direction of an arrow key. Pure. */
export type Direction = 'up' | 'down' | 'left' | 'right'

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface FocusTarget<T> {
  item: T
  box: Box
  /** Targets of one row share this name; moving up or down into the row returns to the last used target. */
  row?: string | undefined
  edge?: Edge
}

/** The edge of the screen that the bar of a target is fixed to. The page scrolls beneath it. */
export type Edge = 'top' | 'bottom' | undefined

/** Weight of pixels to the side, relative to pixels ahead. */
const SIDEWAYS_COST = 2
/** Overlap in pixels that neighbours may have. */
const OVERLAP_TOLERANCE = 2

/**
 * Returns the target of an arrow key, or null. Left and right stay within the visual row. A fixed bar is above or below all of the
 * page, wherever the page is scrolled to.
 * @param from the focused target; without focus, a starting box without an item
 * @param lastOfRow the last used target of each row
 */
export function nextTarget<T>(
  targets: readonly FocusTarget<T>[],
  from: { item: T | null; box: Box; row?: string | undefined; edge?: Edge },
  direction: Direction,
  lastOfRow: ReadonlyMap<string, T> = new Map(),
): T | null {
  let best: FocusTarget<T> | null = null
  let bestCost = Number.POSITIVE_INFINITY
  for (const target of targets) {
    if (target.item === from.item || !isPassable(from.edge, target.edge, direction)) continue
    const cost = moveCost(from.box, target.box, direction)
    if (cost >= bestCost) continue
    best = target
    bestCost = cost
  }
  if (!best) return null
  const { row } = best
  if (row === undefined || row === from.row || !isVertical(direction)) return best.item
  const last = lastOfRow.get(row)
  return targets.find(target => target.item === last && target.row === row)?.item ?? best.item
}

function isPassable(from: Edge, to: Edge, direction: Direction): boolean {
  if (from === to) return true
  if (direction === 'up') return from !== 'top' && to !== 'bottom'
  if (direction === 'down') return from !== 'bottom' && to !== 'top'
  return false
}

/** Infinite if the box is not in that direction. */
function moveCost(from: Box, to: Box, direction: Direction): number {
  const distance = {
    right: to.left - from.right,
    left: from.left - to.right,
    down: to.top - from.bottom,
    up: from.top - to.bottom,
  }[direction]
  if (distance < -OVERLAP_TOLERANCE) return Number.POSITIVE_INFINITY
  const [fromSpan, toSpan] = isVertical(direction)
    ? [horizontal(from), horizontal(to)]
    : [vertical(from), vertical(to)]
  const gap = Math.max(0, toSpan.start - fromSpan.end, fromSpan.start - toSpan.end)
  if (gap > 0 && !isVertical(direction)) return Number.POSITIVE_INFINITY
  return Math.max(0, distance) + gap * SIDEWAYS_COST + offset(fromSpan, toSpan) / 10
}

interface Span {
  start: number
  end: number
}

function horizontal({ left, right }: Box): Span {
  return { start: left, end: right }
}

function vertical({ top, bottom }: Box): Span {
  return { start: top, end: bottom }
}

/** Returns the distance between the centres; 0 if the target spans the whole width or height. */
function offset(from: Span, to: Span): number {
  if (to.start <= from.start && to.end >= from.end) return 0
  return Math.abs(to.start + to.end - from.start - from.end) / 2
}

function isVertical(direction: Direction): boolean {
  return direction === 'up' || direction === 'down'
}
