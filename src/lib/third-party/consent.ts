/** The visitor's answer about the tag manager and the chat widget: a cookie of this site that only scripts read. */
export const CONSENT_COOKIE = 'third_parties'
/** Lifetime of an answer; after half a year the visitor is asked again. */
const CONSENT_SECONDS = 180 * 86_400

const CONSENTS = ['accepted', 'declined'] as const
export type Consent = (typeof CONSENTS)[number]

/** Returns the answer; null for a visitor who has not answered. */
export function readConsent(cookies: string): Consent | null {
  const value = new RegExp(`(?:^|; )${CONSENT_COOKIE}=([^;]*)`).exec(cookies)?.[1]
  return CONSENTS.find(each => each === value) ?? null
}

export function consentCookie(consent: Consent, { isSecure }: { isSecure: boolean }): string {
  const cookie = `${CONSENT_COOKIE}=${consent}; Path=/; Max-Age=${CONSENT_SECONDS}; SameSite=Lax`
  return isSecure ? `${cookie}; Secure` : cookie
}
