/** A shop whose service runs in processes that can be killed, and whose bank is a separate process that keeps running. */
import { type Bank, startBank } from '#tests/support/bank.ts'
import { blankDatabase } from '#tests/support/database.ts'
import { openShop, type Shop } from '#tests/support/shop.ts'
import { type CrashableService, startCrashableService } from './crashable-service.ts'

type CrashableShop = {
  shop: Shop
  bank: Bank
  lives: CrashableService
  close: () => Promise<void>
}

export async function openCrashableShop(): Promise<CrashableShop> {
  const { url, drop } = await blankDatabase('template0')
  const bank = await startBank(url)
  const shop = await openShop({ env: { LOG_LEVEL: 'silent', ...bank.env } })
  const lives = await startCrashableService({
    LOG_LEVEL: 'silent',
    PARDEH_RUN_LOGS: process.env.PARDEH_RUN_LOGS ?? '',
    SECRET: shop.deps.env.SECRET,
    NODE_COMPILE_CACHE: shop.deps.env.DATA_DIR,
    DATA_DIR: shop.deps.env.DATA_DIR,
    DATABASE_URL: shop.databaseUrl,
    SITE_URL: 'http://shop.example',
    ...bank.env,
  })
  const close = async () => {
    await lives.close()
    await shop.stopShop()
    await bank.stop()
    await drop()
  }
  return { shop, bank, lives, close }
}
