/** The fake bank on its own embedded database, which faults of a test do not affect. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEmbedded } from '#src/service/platform/db/embedded.ts'
import { type Bank, startBank } from '#tests/support/bank.ts'
import { silentLog } from '#tests/support/silent-log.ts'
import { removeData } from '#tests/support/site.ts'

export async function startBankWithDatabase(): Promise<Bank> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-bank-'))
  const database = await startEmbedded(folder, silentLog)
  const bank = await startBank(database.url)
  return {
    ...bank,
    stop: async () => {
      await bank.stop()
      await database.stop()
      await removeData(folder)
    },
  }
}

/** Starts a bank that stops when the test ends. */
export async function aBank(): Promise<Bank> {
  const bank = await startBankWithDatabase()
  onTestFinished(bank.stop)
  return bank
}
