/** Loads the configured chat widget and tag manager after the page, from their own origins only. */

type Policy = { createScriptURL: (url: string) => unknown }
type Types = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}
const TAG_MANAGER = 'https://www.googletagmanager.com'

loadThirdParties()

function loadThirdParties(): void {
  const tagManager = metaContent('tag-manager')
  const chat = metaContent('chat-widget')
  const start = () => {
    const origins = [tagManager && TAG_MANAGER, chat && new URL(chat).origin].filter(Boolean)
    allowScriptsOf(origins as string[])
    if (tagManager) {
      const holder = globalThis as { dataLayer?: unknown[] }
      holder.dataLayer ??= []
      holder.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
      load(`${TAG_MANAGER}/gtm.js?id=${encodeURIComponent(tagManager)}`)
    }
    if (chat) load(chat)
  }
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(start)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined
}

/** These scripts set script URLs as plain strings: the default Trusted Types policy allows those of their own origins. */
function allowScriptsOf(origins: readonly string[]): void {
  const { trustedTypes } = globalThis as { trustedTypes?: Types }
  trustedTypes?.createPolicy('default', {
    createScriptURL: url => {
      const { origin } = new URL(url, location.href)
      if (origin === location.origin || origins.includes(origin)) return url
      throw new TypeError(`no scripts from ${origin}`)
    },
  })
}

function load(address: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}

// Makes the file a module: it only runs.
export {}
