/** Remote control: the arrow keys move focus between rows and cards the way they look on the screen. */

const TARGETS = 'a[href], button:not([disabled]), input, select, textarea, [tabindex="0"]'
const KEYS: Record<string, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

export function startTvMode(): void {
  addEventListener('keydown', event => {
    const isOn = 'tv' in document.documentElement.dataset
    const way = isOn ? KEYS[event.key] : undefined
    if (!way || event.defaultPrevented || isTyping(event.target)) return
    const next = nearest(way)
    if (!next) return
    event.preventDefault()
    next.focus({ preventScroll: true })
    next.scrollIntoView({ block: 'center', inline: 'center', behavior: 'smooth' })
  })
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
}

function nearest([dx, dy]: [number, number]): HTMLElement | null {
  const from =
    document.activeElement instanceof HTMLElement && document.activeElement !== document.body
      ? document.activeElement.getBoundingClientRect()
      : new DOMRect(innerWidth / 2, 0, 0, 0)
  let best: HTMLElement | null = null
  let least = Number.POSITIVE_INFINITY
  for (const element of document.querySelectorAll<HTMLElement>(TARGETS)) {
    if (
      element === document.activeElement ||
      !element.checkVisibility({ visibilityProperty: true }) ||
      element.closest('[inert]') ||
      element.tabIndex < 0
    )
      continue
    const box = element.getBoundingClientRect()
    const along =
      dx !== 0
        ? (box.left + box.right - from.left - from.right) * dx
        : (box.top + box.bottom - from.top - from.bottom) * dy
    if (along <= 1) continue
    const across =
      dx !== 0
        ? gap(box.top, box.bottom, from.top, from.bottom)
        : gap(box.left, box.right, from.left, from.right)
    const score = along / 2 + across * 3
    if (score < least) {
      least = score
      best = element
    }
  }
  return best
}

function gap(from: number, to: number, otherFrom: number, otherTo: number): number {
  return Math.max(0, from - otherTo, otherFrom - to)
}
