/** The fake bank on an embedded database of its own, which no fault of a test reaches. */
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startEmbedded } from '#src/service/db/embedded.ts'
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

/** A bank that stops with the test. */
export async function aBank(): Promise<Bank> {
  const bank = await startBankWithDatabase()
  onTestFinished(bank.stop)
  return bank
}
