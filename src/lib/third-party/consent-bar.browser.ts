/** The bar that asks whether third parties may load, and the button of the footer that asks again. */
import { loadAllStyles } from '../hydration/all-styles.browser.ts'
import { type Consent, consentCookie, readConsent } from './consent.ts'

const bar = document.querySelector<HTMLElement>('[data-consent]')

/** Offers the change in the footer; `answered` is called after every answer. */
export function offerChange(answered: (consent: Consent) => void): void {
  const change = document.querySelector<HTMLElement>('[data-consent-change]')
  if (change) change.hidden = false
  change?.addEventListener('click', () => {
    void showBar().then(() => bar?.querySelector('button')?.focus())
  })
  for (const button of bar?.querySelectorAll<HTMLElement>('[data-answer]') ?? [])
    button.addEventListener('click', () => {
      const consent = button.dataset.answer === 'accepted' ? 'accepted' : 'declined'
      const isSecure = location.protocol === 'https:'
      // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the cookie store, and none without TLS
      document.cookie = consentCookie(consent, { isSecure })
      hideBar(change)
      answered(consent)
    })
  // Another tab may have answered meanwhile.
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && readConsent(document.cookie) && bar) bar.hidden = true
  })
}

/** Without taking the focus: the visitor may read on and answer later. */
export async function showBar(): Promise<void> {
  await loadAllStyles()
  if (bar) bar.hidden = false
}

/** Focus in the bar goes back to the button that opens it; to the content where that is in the closed panel of the footer. */
function hideBar(change: HTMLElement | null): void {
  if (!bar) return
  const hadFocus = bar.contains(document.activeElement)
  bar.hidden = true
  if (!hadFocus) return
  const isShown = change && change.getClientRects().length > 0
  const next = isShown ? change : document.getElementById('main')
  next?.focus({ preventScroll: true })
}
