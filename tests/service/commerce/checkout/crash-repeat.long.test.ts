// kill -9 during a POST with an Idempotency-Key: the app sends the same request to another node at once.
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSubscription } from '#src/contract/endpoints/checkout.ts'
import { createApi } from '#src/lib/api/client.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import {
  type CrashableService,
  type ServiceProcess,
  startCrashableService,
} from '#tests/support/crash/crashable-service.ts'
import { aPayer, openShop, type Person, type Shop } from '#tests/support/shop.ts'

let shop: Shop
let lives: CrashableService
beforeAll(async () => {
  shop = await openShop({ env: { LOG_LEVEL: 'silent' } })
  lives = await startCrashableService({
    LOG_LEVEL: 'silent',
    PARDEH_RUN_LOGS: process.env.PARDEH_RUN_LOGS ?? '',
    SECRET: shop.deps.env.SECRET,
    DATA_DIR: shop.deps.env.DATA_DIR,
    DATABASE_URL: shop.databaseUrl,
    SITE_URL: 'http://shop.example',
  })
})
afterAll(async () => {
  await lives.close()
  await shop.stopShop()
})

function buy({ url }: ServiceProcess, { accessToken, profileToken }: Person) {
  const headers = { Authorization: `Bearer ${accessToken}`, 'profile-token': profileToken }
  const api = createApi({ baseURL: url, headers: () => headers })
  const body = { package_id: 'month-1', gateway_id: 'zarinpal' }
  return api(createSubscription, { body }, { idempotencyKey: 'one-press' })
}

test.each(['create:before', 'create:before-commit'])(
  'if a node dies at %s, the same request to another node is answered once',
  async point => {
    const payer = await aPayer(shop)
    const [first, second] = [await lives.next(), await lives.next()]
    const now = shop.clock.now().toISOString()
    await first.tell({ now, dieAt: point })
    await second.tell({ now, dieAt: null })
    await buy(first, payer).catch(() => undefined)
    await first.dead()
    expect(first.signal()).toBe('SIGKILL')
    const all = await Promise.all(Array.from({ length: 4 }, () => buy(second, payer)))
    expect(new Set(all.map(({ transaction_id }) => transaction_id)).size).toBe(1)
    const rows = await shop.deps.db
      .select()
      .from(payments)
      .where(eq(payments.userId, payer.user.id))
    expect(rows).toHaveLength(1)
  },
)
