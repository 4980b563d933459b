import type { ClientDirective } from 'astro'

const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'keydown', 'click'] as const

/**
 * Hydrates at the first sign of intent and then repeats the click that came too early, so that nobody presses twice.
 * `client:intent="ready"` also hydrates when the browser is idle. A `pardeh:open` event on the island hydrates it too.
 */
const intent: ClientDirective = (load, options, element) => {
  let started = false
  let pressed: HTMLElement | null = null
  const press = (event: Event) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('button, a, [role=button]')
    if (!target || !element.contains(target) || target.dataset.plain !== undefined) return
    event.preventDefault()
    pressed = target
  }
  const start = async () => {
    if (started) return
    started = true
    const hydrate = await load()
    const focused = document.activeElement
    await hydrate()
    element.removeEventListener('click', press, true)
    requestAnimationFrame(() => {
      if (pressed) again(element, pressed)?.click()
      else if (focused instanceof HTMLElement && element.contains(focused)) focused.focus()
    })
  }
  element.addEventListener('click', press, true)
  for (const sign of SIGNS)
    element.addEventListener(sign, start, { once: true, capture: true, passive: true })
  element.addEventListener('pardeh:open', start, { once: true })
  if (options.value === 'ready') (window.requestIdleCallback ?? setTimeout)(() => void start())
}

/** React may have replaced the pressed element: find it again by its id or name. */
function again(root: Element, pressed: HTMLElement): HTMLElement | null {
  if (pressed.isConnected) return pressed
  const key = pressed.dataset.key ?? pressed.id
  return key
    ? root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`)
    : null
}

export default intent
