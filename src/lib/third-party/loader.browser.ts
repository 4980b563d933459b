/** Loads the configured tag manager and chat widget after the page, when the browser is idle. */
import { readState } from '../session/state.ts'
import { TAG_MANAGER_ORIGIN } from './third-parties.ts'

// The server leaves them out of a child's pages; this holds for a page from a cache before it too.
const { profile } = readState(document.cookie)
if (profile === null || profile.age_type === 'adult') loadWhenIdle()

function loadWhenIdle(): void {
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(loadThirdParties)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

function loadThirdParties(): void {
  const tagManager = metaContent('tag-manager')
  const chat = metaContent('chat-widget')
  if (tagManager) {
    const holder = globalThis as { dataLayer?: unknown[] }
    holder.dataLayer ??= []
    holder.dataLayer.push({ 'gtm.start': Date.now(), event: 'gtm.js' })
    load(`${TAG_MANAGER_ORIGIN}/gtm.js?id=${encodeURIComponent(tagManager)}`)
  }
  if (chat) load(chat)
}

function metaContent(name: string): string | undefined {
  return document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`)?.content || undefined
}

function load(address: string): void {
  const script = document.createElement('script')
  script.async = true
  script.src = address
  document.head.append(script)
}
