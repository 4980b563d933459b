/** Chat and tag manager: only when configured, after the page is done, and from no other address than theirs. */

type Policy = { createScriptURL: (url: string) => unknown }
type Types = {
  createPolicy: (name: string, rules: { createScriptURL: (url: string) => string }) => Policy
}
const TAG_MANAGER = 'https://www.googletagmanager.com'

export function loadThirdParties(): void {
  const tagManager = named('tag-manager')
  const chat = named('chat-widget')
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

function named(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined
}

/** Their code sets addresses of scripts as plain texts: the default policy lets those of their own origin pass. */
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
