/** npm run users: what the team does for a person. */
import { parseArgs } from 'node:util'
import { Msisdn } from '#src/contract/fields.ts'
import { CARRIER_DAYS_MAX } from '#src/contract/limits.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { carrierOf, endCarrier, grantCarrier } from '../entitlements/carrier.ts'
import { daysLater } from '../entitlements/subscriptions.ts'
import { userByMsisdn } from '../session/users.ts'
import { type CliDeps, command, UsageError } from './command.ts'
import { line, say, sayJson } from './terminal.ts'

const USAGE = `Usage: npm run users -- carrier NUMBER              a subscription through a mobile operator: how it stands
       npm run users -- carrier NUMBER --days N     until N days from now, whatever was before
       npm run users -- carrier NUMBER --end        ends it; what plays stops within half a minute

  --dry-run   only says what would be done          --json   the same for programs`

const OPTIONS = {
  days: { type: 'string' },
  end: { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', short: 'h', default: false },
} as const
type Values = ReturnType<typeof read>['values']

function read() {
  try {
    return parseArgs({ allowPositionals: true, options: OPTIONS })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n\n${USAGE}`)
  }
}

const asked = process.argv.slice(2)
if (asked.includes('--help') || asked.includes('-h')) say(USAGE)
else
  await command(async deps => {
    const { values, positionals } = read()
    const [action, number, ...more] = positionals
    if (action !== 'carrier' || number === undefined || more.length > 0) throw new UsageError(USAGE)
    return carrier(deps, number, values)
  })

async function carrier(deps: CliDeps, number: string, values: Values): Promise<true> {
  const days = values.days === undefined ? null : daysOf(values.days)
  if (days !== null && values.end) throw new UsageError('Give --days or --end, not both.')
  const { id, msisdn } = await find(deps, number)
  const now = deps.now()
  const before = (await carrierOf(deps.db, id, now))?.endsAt ?? null
  const after = values.end ? null : days === null ? before : daysLater(now, days)
  const isDry = values['dry-run']
  if (!isDry && values.end) await endCarrier(deps.db, id, now)
  if (!isDry && days !== null && after)
    await grantCarrier(deps.db, { userId: id, endsAt: after }, now)
  const ends_at = after && toWire(after)
  const changed = !isDry && (values.end ? before !== null : days !== null)
  if (values.json) return sayJson({ number: maskMsisdn(msisdn), ends_at, changed })
  if (isDry) say('Nothing was changed. It would be:')
  const until = ends_at
    ? `has a carrier subscription until ${ends_at}`
    : 'has no carrier subscription'
  return say(line`${maskMsisdn(msisdn)} ${until}`)
}

function daysOf(text: string): number {
  const days = Number(toLatinDigits(text))
  if (Number.isInteger(days) && days >= 1 && days <= CARRIER_DAYS_MAX) return days
  throw new UsageError(`--days is to be a whole number from 1 to ${CARRIER_DAYS_MAX}`)
}

async function find(deps: CliDeps, number: string) {
  const msisdn = Msisdn.safeParse(number)
  if (!msisdn.success) throw new UsageError('That is no mobile number, such as 09120000008.')
  const user = await userByMsisdn(deps, msisdn.data)
  if (!user) throw new UsageError(`Nobody is registered with ${maskMsisdn(msisdn.data)}.`)
  return user
}
