import type { ClientDirective } from 'astro'

/** `client:signed-in` hydrates for signed-in viewers only, when the browser is idle. */
const signedIn: ClientDirective = load => {
  if (!document.documentElement.hasAttribute('data-profile')) return
  const start = async () => {
    const hydrate = await load()
    await hydrate()
  }
  ;(window.requestIdleCallback ?? setTimeout)(() => void start())
}

export default signedIn
