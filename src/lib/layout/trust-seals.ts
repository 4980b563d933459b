/** The trust seals of the footer. A seal without an id or a code is not shown. */

type TrustSeal = { name: 'enamad' | 'samandehi'; href: string; src: string }
type TrustSealSettings = {
  ENAMAD_ID?: string | undefined
  ENAMAD_CODE?: string | undefined
  SAMANDEHI_ID?: string | undefined
  SAMANDEHI_CODE?: string | undefined
}

const ENAMAD = 'https://trustseal.enamad.ir'
const SAMANDEHI = 'https://logo.samandehi.ir'

export function configuredTrustSeals(settings: TrustSealSettings): TrustSeal[] {
  const { ENAMAD_ID, ENAMAD_CODE, SAMANDEHI_ID, SAMANDEHI_CODE } = settings
  const seals: TrustSeal[] = []
  if (ENAMAD_ID && ENAMAD_CODE) {
    const query = new URLSearchParams({ id: ENAMAD_ID, Code: ENAMAD_CODE })
    seals.push({
      name: 'enamad',
      href: `${ENAMAD}/?${query}`,
      src: `${ENAMAD}/logo.aspx?${query}`,
    })
  }
  if (SAMANDEHI_ID && SAMANDEHI_CODE) {
    const query = new URLSearchParams({ id: SAMANDEHI_ID, p: SAMANDEHI_CODE })
    seals.push({
      name: 'samandehi',
      href: `${SAMANDEHI}/Verify.aspx?${query}`,
      src: `${SAMANDEHI}/logo.aspx?${query}`,
    })
  }
  return seals
}
