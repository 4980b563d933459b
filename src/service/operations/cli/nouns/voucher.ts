import { refuseOutput } from '../output-file.ts'
/** Discount and gift codes. */

import { open } from 'node:fs/promises'
import { counted } from '#src/lib/text/count.ts'
import { packageExists } from '../../../commerce/checkout/packages.queries.ts'
import { createVouchers, vouchersCsv } from '../../../commerce/checkout/voucher-batch.ts'
import {
  listVoucherBatches,
  listVouchers,
  listVoucherUses,
  revokeVouchers,
  type VoucherChoice,
} from '../../../commerce/checkout/voucher-use.queries.ts'
import { codePrefix } from '../../../platform/brand/code-prefix.ts'
import { databaseNow } from '../../../platform/db/clock.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { dayField } from '../framework/dates.ts'
import { ArgumentsError, UsageError } from '../framework/errors.ts'
import {
  fileField,
  flagField,
  integerField,
  optional,
  parsedField,
  repeatedField,
  textField,
} from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { joinNames, line } from '../terminal.ts'
import { readVoucherBatch } from './shapes/voucher-batch.ts'
import { presentBatches, presentCodes, presentCodesCsv, presentUses } from './shapes/vouchers.ts'

const MOST_BATCHES = 1_000
const COUNT = 1_000

const codes = optional(repeatedField(textField('CODE', 'one or more codes')), [])
const batch = optional(textField('NAME', 'all codes of a batch, named in voucher list'))

export default {
  actions: {
    create: defineAction({
      summary: 'Creates codes and prints them as CSV; give one of --percent, --amount and --gift',
      details: 'Each user can use a code once. Days are in Tehran, Gregorian or Jalali.',
      options: {
        percent: optional(integerField('N', 'a discount of N percent', { to: 100 })),
        amount: optional(
          integerField('RIALS', 'a discount of this amount', { to: 10_000_000_000 }),
        ),
        gift: optional(
          integerField('DAYS', 'a free subscription of this many days', { to: 3_660 }),
        ),
        count: optional(integerField('N', 'how many codes (1)', { to: 100_000 }), 1),
        uses: optional(
          integerField('N', 'how many users can use each code (1)', { to: 1_000_000_000 }),
          1,
        ),
        prefix: optional(
          parsedField('ABC', 'the part before the hyphen (the name of the brand)', given => {
            if (/^[a-z0-9]{1,20}$/i.test(given)) return given.toUpperCase()
            throw new UsageError('write 1 to 20 Latin letters and digits.')
          }),
        ),
        package: optional(textField('ID', 'only for this package')),
        starts: optional(dayField('DAY', 'the first day (today)')),
        ends: optional(dayField('DAY', 'the last day (no end)')),
        batch: optional(
          parsedField('NAME', 'a name for this batch (the prefix and the time)', given => {
            if (given.length <= 100) return given
            throw new UsageError('write at most 100 characters.')
          }),
        ),
        out: optional(fileField('FILE.csv', 'writes the codes to this file')),
      },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { out, ...given }) => {
        const prefix = given.prefix ?? codePrefix()
        const batch = readVoucherBatch({ ...given, prefix }, await databaseNow(deps.db))
        if (given.package && !(await packageExists(deps.db, given.package)))
          throw new UsageError(line`There is no package ${given.package}.`)
        const data = { batch: batch.batch, count: batch.count }
        if (isDryRun)
          return { data, print: [line`${counted(batch.count, 'code')} would be created.`] }
        const file = out && (await openOutput(out))
        const made = await createVouchers(deps.db, batch, deps.random.bytes)
        const csv = vouchersCsv(made)
        if (file) await file.writeFile(csv).finally(() => file.close())
        return {
          data: { ...data, codes: made.map(({ code }) => code) },
          print: file
            ? [line`${counted(made.length, 'code')} written to ${out}`]
            : csv.trimEnd().split('\r\n'),
          audit: { target: batch.batch, details: { ...batch.worth, count: batch.count } },
        }
      },
    }),
    list: defineAction({
      summary: 'Lists the batches, newest first, or the codes of one batch',
      options: {
        batch,
        csv: flagField('prints the codes of the batch as CSV for a partner, with Jalali days'),
      },
      effect: 'reads',
      run: async ({ deps }, { batch, csv }) => {
        if (batch === null) {
          if (csv) throw new ArgumentsError('Give --batch with --csv.')
          return presentBatches(await listVoucherBatches(deps.db, MOST_BATCHES))
        }
        const codes = await existing(deps, { codes: [], batch })
        return csv ? presentCodesCsv(codes) : presentCodes(codes)
      },
    }),
    use: defineAction({
      summary: 'Lists who used codes and for which payments, newest first',
      args: { code: codes },
      options: {
        batch,
        count: optional(integerField('N', `how many uses (${COUNT})`, { to: 100_000 }), COUNT),
      },
      effect: 'reads',
      run: async ({ deps }, { code, batch, count }) => {
        const choice = choiceOf(code, batch)
        const found = await existing(deps, choice)
        return presentUses(found, await listVoucherUses(deps.db, choice, count))
      },
    }),
    revoke: defineAction({
      summary: 'Revokes codes; subscriptions and tickets bought with them stay',
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
  if (codes.length > 0 === (batch !== null)) throw new UsageError('Give codes, or --batch.')
  return { codes: codes.map(code => code.toUpperCase()), batch }
}

async function existing(deps: CommandDeps, choice: VoucherChoice) {
  const found = await listVouchers(deps.db, choice)
  if (choice.batch !== null && found.length === 0)
    throw new UsageError(line`There is no batch ${choice.batch}.`)
  const missing = choice.codes.filter(code => !found.some(row => row.code === code))
  if (missing.length > 0) throw new UsageError(`Unknown code: ${joinNames(missing)}.`)
  return found
}

/** Opens the file before the codes are created: codes that cannot be written would be lost. */
function openOutput(path: string) {
  return open(path, 'w').catch(() => refuseOutput(path))
}
