import type { ClientDirective } from 'astro'

const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'keydown', 'click'] as const
/** Time limit for hydration; after it a click is repeated anyway. */
const PATIENCE_MS = 8_000

/**
 * Hydrates at the first sign of intent, then replays the click, hover or focus that came too early. `client:intent="ready"` also
 * hydrates when the browser is idle; `client:intent="signed-in"` too, but only for signed-in viewers. A `pardeh:hydrate` event
 * hydrates as well. Astro inlines this code without compiling it, and TVs of 2019 run it: ES2019 at most.
 */
const intent: ClientDirective = (load, options, element) => {
  let started = false
  let pressed: HTMLElement | null = null
  const press = (event: Event) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('button, a, [role=button]')
    if (!target || !element.contains(target) || target.dataset.plain !== undefined) return
    event.preventDefault()
    // React may be hydrated already: it would handle this click now and the replayed one again.
    event.stopImmediatePropagation()
    pressed = target
    void start()
  }
  const start = async () => {
    if (started) return
    started = true
    // Loads the styles in parallel with the code: src/lib/boot/boot-loader.browser.ts.
    dispatchEvent(new Event('pardeh:hydrating'))
    const hydrate = await load()
    const committed = hydrated(element)
    await hydrate()
    await committed
    element.removeEventListener('click', press, true)
    const again = pressed && sameAgain(element, pressed)
    if (again) again.click()
    else if (!pressed) repeatHoverAndFocus(element)
  }
  element.addEventListener('click', press, true)
  for (const sign of SIGNS)
    element.addEventListener(sign, start, { once: true, capture: true, passive: true })
  element.addEventListener('pardeh:hydrate', start, { once: true })
  if (options.value === 'ready' || (options.value === 'signed-in' && isSignedIn()))
    (window.requestIdleCallback || setTimeout)(() => void start())
}

function isSignedIn(): boolean {
  return document.documentElement.hasAttribute('data-profile')
}

/** Settles one frame after the island's renderer says that React has committed it (src/islands/ui/react-renderer.ts). */
function hydrated(root: Element): Promise<void> {
  return new Promise(done => {
    const settle = () => requestAnimationFrame(() => done())
    root.addEventListener('pardeh:hydrated', settle, { once: true })
    setTimeout(settle, PATIENCE_MS)
  })
}

/** React may have replaced the pressed element: find it again by its id or name. */
function sameAgain(root: Element, pressed: HTMLElement): HTMLElement | null {
  if (pressed.isConnected) return pressed
  const key = pressed.dataset.key || pressed.id
  return key
    ? root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`)
    : null
}

function repeatHoverAndFocus(root: Element): void {
  for (const hovered of [...root.querySelectorAll(':hover')].slice(-1))
    hovered.dispatchEvent(new MouseEvent('mousemove', { bubbles: true }))
  const focused = document.activeElement
  if (!(focused instanceof HTMLElement) || !root.contains(focused)) return
  focused.blur()
  focused.focus()
}

export default intent
