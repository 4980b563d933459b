/** Remote control: arrow keys move the focus between rows and cards by their positions on the screen. */
import { type Arrow, nextBox } from './spatial-navigation.ts'

const TARGETS = 'a[href], button:not([disabled]), input, select, textarea, summary, [tabindex="0"]'
const ARROW = /^Arrow(Up|Down|Left|Right)$/

addEventListener('keydown', event => {
  const isOn = 'tv' in document.documentElement.dataset
  if (!isOn || !ARROW.test(event.key) || event.defaultPrevented || isTyping(event)) return
  const targets = reachable()
  const active = document.activeElement
  const isNowhere = active === null || active === document.body
  const from = isNowhere ? new DOMRect(innerWidth / 2, 0, 0, 0) : active.getBoundingClientRect()
  const boxes = targets.map(target => target.getBoundingClientRect())
  const next = targets[nextBox(boxes, from, event.key as Arrow)]
  if (!next) return
  event.preventDefault()
  next.focus({ preventScroll: true })
  next.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'smooth' })
})

/** In a line of text the arrows sideways are the text's; up and down leave it. */
function isTyping({ target, key }: KeyboardEvent): boolean {
  if (target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true
  return target instanceof HTMLInputElement && /Left|Right/.test(key)
}

/** An open dialog or menu keeps the focus inside. */
function reachable(): HTMLElement[] {
  const layer = [...document.querySelectorAll(':modal, :popover-open')].at(-1) ?? document
  return [...layer.querySelectorAll<HTMLElement>(TARGETS)].filter(
    target =>
      target !== document.activeElement &&
      target.tabIndex >= 0 &&
      !target.closest('[inert]') &&
      target.checkVisibility({ visibilityProperty: true }),
  )
}
