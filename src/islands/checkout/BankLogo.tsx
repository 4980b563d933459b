import { bankLogo } from '#src/lib/checkout/bank-logos.ts'

const SIZE = 36

type Props = {
  /** Of a bank or a gateway. */
  code: string
  /** What its provider names. */
  logo?: string | null
  /** For one without a logo. */
  icon: 'i-lucide-landmark' | 'i-lucide-credit-card'
}

/** The logo of a bank or gateway; decorative, since the name is beside it. */
export function BankLogo({ code, logo, icon }: Props) {
  const src = bankLogo(code) ?? logo
  if (!src) return <i className={`${icon} text-2xl text-muted shrink-0`} />
  return <img src={src} alt="" width={SIZE} height={SIZE} className="shrink-0 rounded-lg" />
}
