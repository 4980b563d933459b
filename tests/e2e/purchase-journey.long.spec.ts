import { onTestFinished, test } from 'vitest'
import { DESKTOP, PHONE, siteUrl } from '#tests/support/browser.ts'
import { runPurchaseJourney } from '#tests/support/purchase-journey.ts'
import { withDatabaseUrl, withServiceApart } from '#tests/support/topologies.ts'

const LONG = 180_000

test(
  'a visitor becomes a viewer, on a phone',
  () => runPurchaseJourney({ url: siteUrl(), ...PHONE, name: 'phone' }),
  LONG,
)

test(
  'a visitor becomes a viewer, on a desktop',
  () => runPurchaseJourney({ url: siteUrl(), ...DESKTOP, name: 'desktop' }),
  LONG,
)

test(
  'a visitor becomes a viewer, on an external PostgreSQL by DATABASE_URL',
  async () => {
    const { site, stop } = await withDatabaseUrl()
    onTestFinished(stop)
    await runPurchaseJourney({ url: site.url, ...DESKTOP, name: 'database-url' })
  },
  LONG,
)

test(
  'a visitor becomes a viewer, with the service in a separate process by API_BASE_URL',
  async () => {
    const { site, stop } = await withServiceApart()
    onTestFinished(stop)
    await runPurchaseJourney({ url: site.url, ...DESKTOP, name: 'api-base-url' })
  },
  LONG,
)
