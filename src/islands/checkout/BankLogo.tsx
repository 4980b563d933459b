import { bankLogo } from '#src/lib/checkout/bank-logos.ts'

const SIZE = 36

type Props = {
  /** Code of a bank or gateway. */
  code: string
  /** Path of the logo, if the provider names one. */
  logo?: string | null
  /** Icon if there is no logo. */
  icon: 'i-lucide-landmark' | 'i-lucide-credit-card'
}

/** The logo of a bank or gateway. It is decorative, because the name is next to it. */
export function BankLogo({ code, logo, icon }: Props) {
  const src = bankLogo(code) ?? logo
  if (!src) return <i className={`${icon} text-2xl text-muted shrink-0`} />
  return <img src={src} alt="" width={SIZE} height={SIZE} className="shrink-0 rounded-lg" />
}
