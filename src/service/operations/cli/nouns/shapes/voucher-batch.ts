import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import { momentText } from '#src/lib/text/written-time.ts'
import type { VoucherBatch, VoucherWorth } from '../../../../commerce/checkout/voucher-batch.ts'
import { ArgumentsError } from '../../framework/errors.ts'

type Given = {
  percent: number | null
  amount: number | null
  gift: number | null
  count: number
  uses: number
  prefix: string
  package: string | null
  starts: Date | null
  ends: Date | null
  batch: string | null
}

/** Builds the batch of codes from the options. @throws ArgumentsError if they contradict each other */
export function readVoucherBatch(given: Given, now: Date): VoucherBatch {
  const startsAt = given.starts ?? now
  // The codes still work on their last day.
  const endsAt = given.ends && fromWire(`${toWire(given.ends).slice(0, 10)}T23:59:59`)
  if (endsAt && endsAt <= now)
    throw new ArgumentsError(
      `--ends cannot be ${momentText(endsAt)}, which is in the past. Give a later day.`,
    )
  if (endsAt && endsAt <= startsAt)
    throw new ArgumentsError(
      `--ends cannot be ${momentText(endsAt)}: the codes start at ${momentText(startsAt)}. Give a day on or after --starts.`,
    )
  return {
    worth: worthOf(given),
    count: given.count,
    prefix: given.prefix,
    maxUses: given.uses,
    packageId: given.package,
    startsAt,
    endsAt,
    batch: given.batch ?? `${given.prefix}-${now.toISOString().slice(0, 16)}`,
  }
}

function worthOf({ percent, amount, gift }: Given): VoucherWorth {
  const all: VoucherWorth[] = []
  if (percent !== null) all.push({ kind: 'percent', percent })
  if (amount !== null) all.push({ kind: 'amount', amount })
  if (gift !== null) all.push({ kind: 'gift', giftDays: gift })
  const [worth, more] = all
  if (!worth || more) throw new ArgumentsError('Give one of --percent, --amount and --gift.')
  return worth
}
