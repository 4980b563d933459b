/** The bar that asks for consent to third parties, and the footer button that asks again. */

import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { readCookies } from '../storage/read-cookies.ts'
import { writeCookie } from '../storage/write-cookie.ts'
import { type Consent, consentCookie, readConsent } from './consent.ts'

const bar = document.querySelector<HTMLElement>('[data-consent]')
/** Height of the bar with what is below it on a phone, in px. */
const ROOM_PX = 260
let watch: IntersectionObserver | undefined

/** Shows the button in the footer. `answered` is called after every answer. */
export function offerConsentChange(answered: (consent: Consent) => void): void {
  const change = document.querySelector<HTMLElement>('[data-consent-change]')
  if (change) change.hidden = false
  change?.addEventListener('click', () => {
    void showConsentBar().then(() => bar?.querySelector('button')?.focus())
  })
  for (const button of bar?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])
    button.addEventListener('click', () => {
      const consent = button.dataset.answer === 'accepted' ? 'accepted' : 'declined'
      const isSecure = location.protocol === 'https:'
      writeCookie(consentCookie(consent, { isSecure }))
      hideBar(change)
      answered(consent)
    })
  // Another tab may have stored an answer meanwhile.
  document.addEventListener('visibilitychange', () => {
    if (document.hidden || !readConsent(readCookies()) || !bar) return
    watch?.disconnect()
    bar.hidden = true
  })
}

/** Shows the bar without taking the focus: the visitor can continue reading and answer later. */
export async function showConsentBar(): Promise<void> {
  await loadAllStyles()
  if (bar) bar.hidden = false
}

/** Asks, but never over the button of the hero or of a title's page: while it is in the way, the bar is hidden. */
export async function askForConsent(): Promise<void> {
  const action = document.querySelector('main [data-primary]')
  if (!action) return showConsentBar()
  await loadAllStyles()
  watch = new IntersectionObserver(
    ([entry]) => {
      if (bar) bar.hidden = entry?.isIntersecting ?? false
    },
    { rootMargin: `${ROOM_PX - innerHeight}px 0px 0px` },
  )
  watch.observe(action)
}

/**
 * Returns the focus from the bar to the button that opens it, or to the content if that button is in the closed footer
 * panel.
 */
function hideBar(change: HTMLElement | null): void {
  watch?.disconnect()
  if (!bar) return
  const hadFocus = bar.contains(document.activeElement)
  bar.hidden = true
  if (!hadFocus) return
  const isShown = change && change.getClientRects().length > 0
  const next = isShown ? change : document.getElementById('main')
  next?.focus({ preventScroll: true })
}
