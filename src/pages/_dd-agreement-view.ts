/** View of the direct-debit agreement: the package, its terms, and the result of the previous attempt. */
import type { Contract, Package } from '#src/contract/checkout.ts'
import type { Data } from '#src/contract/endpoint.ts'
import type { getPackagesPage } from '#src/contract/endpoints/checkout.ts'
import { DIRECT_DEBIT } from '#src/contract/limits.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'

type T = Translate<Key<'checkout'>>
type Asked = { packageId: string | null; status: string | null }

const OUTCOMES = {
  declined: 'checkout.dd.failed',
  pending: 'checkout.dd.pending',
  unproven: 'checkout.dd.unproven',
} as const

export function createAgreementView(
  { widgets }: Data<typeof getPackagesPage>,
  contracts: readonly Contract[],
  { packageId, status }: Asked,
  t: T,
) {
  const monthly = widgets
    .flatMap(widget => (widget.type === 'packages' ? widget.groups : []))
    .flatMap(({ packages }) => packages)
    .filter(({ renewal }) => renewal === 'direct_debit')
  const selected = monthly.find(({ id }) => id === packageId) ?? monthly[0] ?? null
  const isActive = contracts.some(contract => contract.status === 'active')
  return {
    isActive,
    selected: isActive ? null : selected,
    outcome: isActive ? null : outcomeOf(status, t),
    terms: selected ? termsOf(selected, t) : [],
  }
}

function outcomeOf(status: string | null, t: T): { text: string; isBad: boolean } | null {
  if (!status || !Object.hasOwn(OUTCOMES, status)) return null
  return { text: t(OUTCOMES[status as keyof typeof OUTCOMES]), isBad: status !== 'pending' }
}

function termsOf({ total }: Package, t: T): string[] {
  const [first, second, third] = DIRECT_DEBIT.retryHours
  return [
    t('checkout.dd.terms.what', { amount: total }),
    t('checkout.dd.terms.when', { hours: DIRECT_DEBIT.chargeHours }),
    t('checkout.dd.terms.notice', { hours: DIRECT_DEBIT.noticeHours }),
    t('checkout.dd.terms.retry', { first, second, third }),
    t('checkout.dd.terms.price'),
    t('checkout.dd.terms.cancel'),
    t('checkout.dd.terms.length', { months: DIRECT_DEBIT.months }),
  ]
}
