/** npm run voucher -- create …: discount and gift codes in bulk, as CSV. */
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { createVouchers, type VoucherBatch, vouchersCsv } from '../checkout/voucher-batch.ts'
import { databaseNow } from '../db/clock.ts'
import { databaseError } from '../db/errors.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase } from '../db/start.ts'
import { readEnv } from '../env.ts'
import { commandLog, reportFailure, UsageError } from './command.ts'
import { line, say } from './terminal.ts'

const USAGE = `Usage: npm run voucher -- create (--percent N | --amount RIALS | --gift DAYS) [options]

  --count N        how many codes (1)             --prefix ABC     the part before the hyphen (PARDEH)
  --uses N         how often each works (1)       --package ID     only for this package
  --starts DATE    first day, 2026-03-21 (today)  --ends DATE      last day (never)
  --batch NAME     to find them again             --out FILE.csv   instead of printing them

A user may use a code once. Dates are Gregorian days of Tehran.`

const whole = (most: number) =>
  z
    .string()
    .transform(toLatinDigits)
    .pipe(z.string().regex(/^\d{1,12}$/, 'is to be a whole number'))
    .transform(Number)
    .refine(value => value >= 1 && value <= most, `is to be from 1 to ${most.toLocaleString('en')}`)
const day = z.string().refine(text => {
  try {
    return Boolean(fromWire(`${text}T00:00:00`))
  } catch {
    return false
  }
}, 'is to be a day, such as 2026-03-21')

const Options = z.object({
  percent: whole(100).optional(),
  amount: whole(10_000_000_000).optional(),
  gift: whole(3_660).optional(),
  count: whole(100_000).default(1),
  uses: whole(1_000_000_000).default(1),
  prefix: z
    .string()
    .default('PARDEH')
    .transform(text => text.toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{1,20}$/, 'is to be 1 to 20 Latin letters and digits')),
  package: z.string().optional(),
  starts: day.optional(),
  ends: day.optional(),
  batch: z.string().max(100).optional(),
  out: z.string().optional(),
})

async function main(): Promise<void> {
  const names = Object.keys(Options.shape)
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      ...Object.fromEntries(names.map(name => [name, { type: 'string' as const }])),
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help) return void say(USAGE)
  if (positionals.join() !== 'create') throw new UsageError(USAGE)
  const parsed = Options.safeParse(values)
  if (!parsed.success)
    throw new UsageError(
      parsed.error.issues.map(({ path, message }) => `--${String(path[0])} ${message}`).join('\n'),
    )
  const { percent, amount, gift } = parsed.data
  if ([percent, amount, gift].filter(value => value !== undefined).length !== 1)
    throw new UsageError(`Give one of --percent, --amount and --gift.\n\n${USAGE}`)
  await create(parsed.data)
}

function orderOf(options: z.output<typeof Options>, now: Date): VoucherBatch {
  const { percent, amount, gift } = options
  const startsAt = options.starts ? fromWire(`${options.starts}T00:00:00`) : now
  const endsAt = options.ends ? fromWire(`${options.ends}T23:59:59`) : null
  if (endsAt && endsAt <= startsAt) throw new UsageError('--ends is to be after --starts')
  return {
    worth:
      percent !== undefined
        ? { kind: 'percent', percent }
        : amount !== undefined
          ? { kind: 'amount', amount }
          : { kind: 'gift', giftDays: gift ?? 0 },
    count: options.count,
    prefix: options.prefix,
    maxUses: options.uses,
    packageId: options.package ?? null,
    startsAt,
    endsAt,
    batch: options.batch ?? `${options.prefix}-${now.toISOString().slice(0, 16)}`,
  }
}

async function create(options: z.output<typeof Options>): Promise<true> {
  const { out } = options
  const database = await connectDatabase(readEnv(), commandLog())
  try {
    await migrate(database.directUrl)
    const order = orderOf(options, await databaseNow(database.db))
    const made = await createVouchers(database.db, order, randomBytes)
    const csv = vouchersCsv(made)
    if (!out) return say(csv.replaceAll('\r\n', '\n').trimEnd())
    await writeFile(resolve(out), csv)
    return say(line`${made.length} codes are in ${resolve(out)}`)
  } catch (error) {
    if (databaseError(error)?.code !== '23503') throw error
    throw new UsageError(line`There is no package ${options.package}`)
  } finally {
    await database.stop()
  }
}

try {
  await main()
} catch (error) {
  process.exitCode = await reportFailure(error)
}
