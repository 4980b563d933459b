import type { ClientDirective } from 'astro'
import { preloadFiles } from './preload-files.ts'

const SIGNS = ['pointerenter', 'focusin', 'touchstart', 'keydown', 'click'] as const
/** Time limit for hydration; after it, the click is repeated anyway. */
const PATIENCE_MS = 8_000

/**
 * Hydrates at the first sign of intent, then repeats the click that came too early. `client:intent="ready"` also
 * hydrates when the browser is idle; `client:intent="signed-in"` does so only for signed-in viewers. A `pardeh:hydrate`
 * event hydrates too. Astro inlines this code without compiling it, and TVs of 2019 run it: ES2019 at most.
 */
const intent: ClientDirective = (load, options, element) => {
  let started = false
  let pressed: HTMLElement | null = null
  const press = (event: Event) => {
    const target = (event.target as HTMLElement).closest<HTMLElement>('button, a, [role=button]')
    if (!target || !element.contains(target)) return
    event.preventDefault()
    // React may already be hydrated and would handle this click as well as the replayed one.
    event.stopImmediatePropagation()
    if (!pressed) showPressed(target)
    pressed = target
    void start()
  }
  const start = async () => {
    if (started) return
    started = true
    const files = element.closest<HTMLElement>('[data-files]')
    if (files) preloadFiles(files)
    // Loads the styles in parallel with the code: src/lib/boot/boot-loader.browser.ts.
    if (!element.closest('[data-core-styles]')) dispatchEvent(new Event('pardeh:hydrating'))
    const hydrate = await load()
    const committed = hydrated(element)
    await hydrate()
    await committed
    element.removeEventListener('click', press, true)
    if (pressed) delete pressed.dataset.pressed
    const again = pressed && sameAgain(element, pressed)
    if (again) again.click()
  }
  element.addEventListener('click', press, true)
  for (const sign of SIGNS)
    element.addEventListener(sign, start, { once: true, capture: true, passive: true })
  element.addEventListener('pardeh:hydrate', start, { once: true })
  if (options.value === 'ready' || (options.value === 'signed-in' && isSignedIn()))
    (window.requestIdleCallback || setTimeout)(() => void start())
}

/** A toggle changes at once, before its code has loaded; its click is repeated. */
function showPressed(target: HTMLElement): void {
  target.dataset.pressed = ''
  const isOn = target.getAttribute('aria-pressed')
  if (isOn && isSignedIn()) target.setAttribute('aria-pressed', String(isOn === 'false'))
}

function isSignedIn(): boolean {
  return document.documentElement.hasAttribute('data-profile')
}

/**
 * Resolves one frame after the island's renderer reports that React has committed it
 * (src/islands/ui/react-renderer.ts).
 */
function hydrated(root: Element): Promise<void> {
  return new Promise(done => {
    const settle = () => requestAnimationFrame(() => done())
    root.addEventListener('pardeh:hydrated', settle, { once: true })
    setTimeout(settle, PATIENCE_MS)
  })
}

/** React may have replaced the pressed element, so it is found again by its id or name. */
function sameAgain(root: Element, pressed: HTMLElement): HTMLElement | null {
  if (pressed.isConnected) return pressed
  const key = pressed.dataset.key || pressed.id
  return key
    ? root.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"], #${CSS.escape(key)}`)
    : null
}

export default intent
