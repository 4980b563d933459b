/** Where an arrow of the remote control leads on a page of rows and cards. */

export type Box = { left: number; top: number; right: number; bottom: number }
export type Arrow = 'ArrowUp' | 'ArrowDown' | 'ArrowLeft' | 'ArrowRight'

/** Leaving the straight line costs more than distance along it. */
const SIDEWAYS = 2
const SLACK = 2

/** Index of the box that the arrow leads to, or -1. Left and right stay in the row. */
export function nextBox(boxes: readonly Box[], from: Box, arrow: Arrow): number {
  let best = -1
  let least = Number.POSITIVE_INFINITY
  for (const [index, box] of boxes.entries()) {
    const cost = costOf(from, box, arrow)
    if (cost < least) {
      least = cost
      best = index
    }
  }
  return best
}

function costOf(from: Box, to: Box, arrow: Arrow): number {
  const ahead = {
    ArrowRight: to.left - from.right,
    ArrowLeft: from.left - to.right,
    ArrowDown: to.top - from.bottom,
    ArrowUp: from.top - to.bottom,
  }[arrow]
  if (ahead < -SLACK) return Number.POSITIVE_INFINITY
  const isSideways = arrow === 'ArrowLeft' || arrow === 'ArrowRight'
  const across = isSideways
    ? gap(from.top, from.bottom, to.top, to.bottom)
    : gap(from.left, from.right, to.left, to.right)
  if (isSideways && across > 0) return Number.POSITIVE_INFINITY
  const aside = isSideways
    ? middle(to.top, to.bottom) - middle(from.top, from.bottom)
    : middle(to.left, to.right) - middle(from.left, from.right)
  return Math.max(0, ahead) + across * SIDEWAYS + Math.abs(aside) / 10
}

function gap(from: number, to: number, otherFrom: number, otherTo: number): number {
  return Math.max(0, from - otherTo, otherFrom - to)
}

function middle(from: number, to: number): number {
  return (from + to) / 2
}
