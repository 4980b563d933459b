/** Loads the configured tag manager and chat widget after the page, when the browser is idle, for visitors who accepted them. */
import { readState } from '../session/state.ts'
import { type Consent, readConsent } from './consent.ts'
import { offerChange, showBar } from './consent-bar.browser.ts'
import { TAG_MANAGER_ORIGIN } from './third-parties.ts'

// The server leaves them out of a child's pages; this holds for a page from a cache before it too.
const { profile } = readState(document.cookie)
const isAdult = profile === null || profile.age_type === 'adult'
// A chat is of no use with the arrows of a remote, and nobody is asked in TV mode.
if (isAdult && document.documentElement.dataset.tv === undefined) startWhenIdle()

function startWhenIdle(): void {
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(start)
  if (document.readyState === 'complete') whenIdle()
  else addEventListener('load', whenIdle, { once: true })
}

function start(): void {
  let isLoaded = false
  const applyConsent = (consent: Consent) => {
    if (consent === 'accepted' && !isLoaded) {
      isLoaded = true
      loadThirdParties()
    }
    // What runs already cannot be stopped otherwise.
    if (consent === 'declined' && isLoaded) location.reload()
  }
  offerChange(applyConsent)
  const consent = readConsent(document.cookie)
  if (consent) applyConsent(consent)
  else void showBar()
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
