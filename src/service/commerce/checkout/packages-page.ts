import type { Data } from '#src/contract/endpoint.ts'
import type { getPackagesPage } from '#src/contract/endpoints/checkout.ts'
import type { Language } from '#src/contract/fields.ts'
import { MAX_DEVICES, MAX_PROFILES, REFUND_HOURS } from '#src/contract/limits.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import type { Database } from '../../platform/db/open.ts'
import { listPackageGroups } from './packages.queries.ts'

const BENEFITS = [
  { icon: 'library', key: 'checkout.benefit.library' },
  { icon: 'devices', key: 'checkout.benefit.devices' },
  { icon: 'kids', key: 'checkout.benefit.kids' },
  { icon: 'cancel', key: 'checkout.benefit.cancel' },
] as const
const QUESTIONS = ['refund', 'extend', 'cancel', 'devices'] as const

export async function packagesPage(
  db: Database,
  language: Language,
): Promise<Data<typeof getPackagesPage>> {
  const t = getT(language)
  const numbers = {
    ...REFUND_HOURS,
    devices: MAX_DEVICES,
    profiles: MAX_PROFILES,
    max: MAX_DEVICES,
  }
  const groups = await listPackageGroups(db, language, null)
  const hasDirectDebit = groups.some(group =>
    group.packages.some(({ renewal }) => renewal === 'direct_debit'),
  )
  const benefits = BENEFITS.filter(({ icon }) => icon !== 'cancel' || hasDirectDebit)
  const questions = QUESTIONS.filter(name => name !== 'cancel' || hasDirectDebit)
  return {
    widgets: [
      {
        type: 'banner',
        id: 'banner',
        title: t('checkout.banner.title'),
        text: t('checkout.banner.text'),
      },
      {
        type: 'packages',
        id: 'packages',
        title: t('checkout.packages.choose'),
        groups,
      },
      {
        type: 'benefits',
        id: 'benefits',
        title: t('checkout.benefits'),
        items: benefits.map(({ icon, key }) => ({ icon, title: t(key, numbers), text: '' })),
      },
      {
        type: 'faq',
        id: 'faq',
        title: t('checkout.faq'),
        items: questions.map(name => ({
          question: t(`checkout.faq.${name}.question`),
          answer: t(`checkout.faq.${name}.answer`, numbers),
        })),
      },
    ],
  }
}
