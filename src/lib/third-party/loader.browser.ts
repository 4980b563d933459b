/**
 * Loads the configured tag manager and chat widget when the browser is idle after the page, for visitors who accepted
 * them.
 */

import { whenIdle } from '../boot/when-idle.ts'
import { readStateCookie } from '../session/state.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { type Consent, readConsent } from './consent.ts'
import { askForConsent, offerConsentChange } from './consent-bar.browser.ts'
import { TAG_MANAGER_ORIGIN } from './third-parties.ts'

// The server omits them from a child's pages; this check also covers older cached pages.
const { profile } = readStateCookie(readCookies())
const isAdult = profile === null || profile.age_type === 'adult'
// A chat cannot be used with the arrows of a remote control, and TV mode asks for no consent.
if (isAdult && document.documentElement.dataset.tv === undefined) startWhenIdle()

function startWhenIdle(): void {
  const startLater = () => whenIdle(start, { pause: 0 })
  if (document.readyState === 'complete') startLater()
  else addEventListener('load', startLater, { once: true })
}

function start(): void {
  let isLoaded = false
  const applyConsent = (consent: Consent) => {
    if (consent === 'accepted' && !isLoaded) {
      isLoaded = true
      loadThirdParties()
    }
    // A running script can only be stopped by a reload.
    if (consent === 'declined' && isLoaded) location.reload()
  }
  offerConsentChange(applyConsent)
  const consent = readConsent(readCookies())
  if (consent) applyConsent(consent)
  else void askForConsent()
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
