/** Discount and gift codes. */

import { open } from 'node:fs/promises'
import { resolve } from 'node:path'
import { counted } from '#src/lib/text/count.ts'
import { codePrefix } from '../../brand/code-prefix.ts'
import { isPackage } from '../../checkout/packages.queries.ts'
import { createVouchers, vouchersCsv } from '../../checkout/voucher-batch.ts'
import {
  revokeVouchers,
  type VoucherChoice,
  voucherBatches,
  vouchersBy,
  voucherUses,
} from '../../checkout/voucher-use.queries.ts'
import { databaseNow } from '../../db/clock.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { day } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { optional, parsed, several, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names } from '../terminal.ts'
import { orderOf } from './shapes/voucher-order.ts'
import { batchesShown, codesShown, usesShown } from './shapes/vouchers.ts'

const MOST_BATCHES = 1_000
const COUNT = 1_000

const codes = optional(several(word('CODE', 'one or more')), [])
const batch = optional(word('NAME', 'all of a batch, as list shows it'))

export default {
  summary: 'Discount and gift codes',
  actions: {
    create: action({
      summary: 'Makes codes, and prints them as CSV; give one of --percent, --amount and --gift',
      details: 'A user may use a code once. Days are of Tehran, Gregorian or Jalali.',
      options: {
        percent: optional(whole('N', 'takes N percent off', { to: 100 })),
        amount: optional(whole('RIALS', 'takes so much off', { to: 10_000_000_000 })),
        gift: optional(whole('DAYS', 'gives a subscription', { to: 3_660 })),
        count: optional(whole('N', 'how many codes (1)', { to: 100_000 }), 1),
        uses: optional(whole('N', 'how often each works (1)', { to: 1_000_000_000 }), 1),
        prefix: optional(
          parsed('ABC', 'the part before the hyphen (the name of the brand)', given => {
            if (/^[a-z0-9]{1,20}$/i.test(given)) return given.toUpperCase()
            throw new UsageError('is to be 1 to 20 Latin letters and digits.')
          }),
        ),
        package: optional(word('ID', 'only for this package')),
        starts: optional(day('DAY', 'first day (today)')),
        ends: optional(day('DAY', 'last day (never)')),
        batch: optional(
          parsed('NAME', 'to find them again', given => {
            if (given.length <= 100) return given
            throw new UsageError('is to be of at most 100 characters.')
          }),
        ),
        out: optional(word('FILE.csv', 'instead of printing them')),
      },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { out, ...given }) => {
        const prefix = given.prefix ?? codePrefix()
        const order = orderOf({ ...given, prefix }, await databaseNow(deps.db))
        if (given.package && !(await isPackage(deps.db, given.package)))
          throw new UsageError(line`There is no package ${given.package}.`)
        const data = { batch: order.batch, count: order.count }
        if (isDryRun) return { data, print: [line`${order.count} codes would be made.`] }
        const file = out && (await opened(out))
        const made = await createVouchers(deps.db, order, deps.random.bytes)
        const csv = vouchersCsv(made)
        if (file) await file.writeFile(csv).finally(() => file.close())
        return {
          data: { ...data, codes: made.map(({ code }) => code) },
          print: file
            ? [line`${made.length} codes are in ${resolve(out)}`]
            : csv.trimEnd().split('\r\n'),
          audit: { target: order.batch, details: { ...order.worth, count: order.count } },
        }
      },
    }),
    list: action({
      summary: 'Shows the batches, the newest first, or the codes of one',
      options: { batch },
      effect: 'reads',
      run: async ({ deps }, { batch }) =>
        batch === null
          ? batchesShown(await voucherBatches(deps.db, MOST_BATCHES))
          : codesShown(await existing(deps, { codes: [], batch })),
    }),
    use: action({
      summary: 'Shows who used codes, for which payments, the newest first',
      args: { code: codes },
      options: {
        batch,
        count: optional(whole('N', `how many (${COUNT})`, { to: 100_000 }), COUNT),
      },
      effect: 'reads',
      run: async ({ deps }, { code, batch, count }) => {
        const choice = choiceOf(code, batch)
        const found = await existing(deps, choice)
        return usesShown(found, await voucherUses(deps.db, choice, count))
      },
    }),
    revoke: action({
      summary: 'Ends codes: they give nothing any more; what was bought with them stays',
      args: { code: codes },
      options: { batch },
      effect: 'destroys',
      run: async ({ deps }, { code, batch }) => {
        const choice = choiceOf(code, batch)
        await existing(deps, choice)
        const revoked = await revokeVouchers(deps, choice)
        return {
          data: { revoked },
          print: [line`${counted(revoked, 'code')} revoked.`],
          audit: { target: batch ?? choice.codes.join(' '), details: { revoked } },
        }
      },
    }),
  },
} satisfies Noun

function choiceOf(codes: readonly string[], batch: string | null): VoucherChoice {
  if (codes.length > 0 === (batch !== null)) throw new UsageError('Give the codes, or --batch.')
  return { codes: codes.map(code => code.toUpperCase()), batch }
}

async function existing(deps: CommandDeps, choice: VoucherChoice) {
  const found = await vouchersBy(deps.db, choice)
  if (choice.batch !== null && found.length === 0)
    throw new UsageError(line`There is no batch ${choice.batch}.`)
  const missing = choice.codes.filter(code => !found.some(row => row.code === code))
  if (missing.length > 0) throw new UsageError(`There is no code ${names(missing)}.`)
  return found
}

/** Before anything is made: codes that cannot be written would be lost. */
async function opened(path: string) {
  try {
    return await open(resolve(path), 'w')
  } catch {
    throw new UsageError(line`${resolve(path)} cannot be written.`)
  }
}
