import { fromWire, toWire } from '#src/lib/text/tehran.ts'
import type { VoucherBatch, VoucherWorth } from '../../../checkout/voucher-batch.ts'
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

/** @throws UsageError where the options contradict each other */
export function orderOf(given: Given, now: Date): VoucherBatch {
  const startsAt = given.starts ?? now
  // The last day belongs to it.
  const endsAt = given.ends && fromWire(`${toWire(given.ends).slice(0, 10)}T23:59:59`)
  if (endsAt && endsAt <= startsAt) throw new ArgumentsError('--ends is to be after --starts.')
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
