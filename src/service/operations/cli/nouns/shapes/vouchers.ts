/** Prints vouchers. */
import { counted } from '#src/lib/text/count.ts'
import { csvText } from '#src/lib/text/csv.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import type {
  listVoucherBatches,
  listVoucherUses,
} from '../../../../commerce/checkout/voucher-use.queries.ts'
import type { Voucher } from '../../../../commerce/checkout/vouchers.ts'
import { jalaliDay } from '../../../report/money.ts'
import type { Result } from '../../framework/result.ts'
import { formatInteger, startColumns } from '../../framework/table.ts'

/** Formats the value of a voucher: `30%`, `500,000 rials` or `30 days`. */
function worthShown(kind: Voucher['kind'], worth: number): string {
  if (kind === 'percent') return `${worth}%`
  return kind === 'amount' ? `${formatInteger(worth)} rials` : `${worth} days`
}

export function presentBatches(batches: Awaited<ReturnType<typeof listVoucherBatches>>): Result {
  return {
    data: batches,
    print: [
      {
        columns: startColumns(
          'batch',
          'worth',
          'package',
          'codes',
          'used',
          'revoked',
          'from',
          'until',
        ),
        rows: batches.map(row => [
          row.batch,
          worthShown(row.kind, row.worth),
          row.packageId,
          row.codes,
          `${row.used} of ${row.uses}`,
          row.revoked,
          row.startsAt,
          row.endsAt,
        ]),
      },
      batches.length === 1 ? '1 batch' : `${batches.length} batches`,
    ],
  }
}

export function presentCodes(vouchers: readonly Voucher[]): Result {
  return {
    data: vouchers.map(codeWire),
    print: [
      {
        columns: startColumns('code', 'worth', 'package', 'used', 'from', 'until', 'revoked'),
        rows: vouchers.map(row => [
          row.code,
          worthShown(row.kind, worthOf(row)),
          row.packageId,
          `${row.used} of ${row.maxUses}`,
          row.startsAt,
          row.endsAt,
          row.revokedAt,
        ]),
      },
      counted(vouchers.length, 'code'),
    ],
  }
}

const PARTNER_COLUMNS = ['code', 'kind', 'worth', 'package', 'uses', 'used', 'from', 'until']

/** A partner gets no ids and no times of day: the last day is the one on which a code still works. */
export function presentCodesCsv(vouchers: readonly Voucher[]): Result {
  const day = (date: Date | null) => (date ? jalaliDay(toWire(date).slice(0, 10)) : '')
  const rows = vouchers
    .filter(({ revokedAt }) => revokedAt === null)
    .map(row => [
      row.code,
      row.kind,
      worthOf(row),
      row.packageId,
      row.maxUses,
      row.used,
      day(row.startsAt),
      day(row.endsAt),
    ])
  const records = rows.map(row =>
    Object.fromEntries(PARTNER_COLUMNS.map((name, at) => [name, row[at] ?? null])),
  )
  return { data: records, print: csvText(PARTNER_COLUMNS, rows).trimEnd().split('\r\n') }
}

function worthOf({ percent, amount, giftDays }: Voucher): number {
  return percent ?? amount ?? giftDays ?? 0
}

function codeWire(row: Voucher) {
  const { code, kind, used, batch } = row
  return {
    code,
    kind,
    worth: worthOf(row),
    package: row.packageId,
    used,
    max_uses: row.maxUses,
    starts_at: row.startsAt,
    ends_at: row.endsAt,
    revoked_at: row.revokedAt,
    batch,
  }
}

export function presentUses(
  vouchers: readonly Voucher[],
  uses: Awaited<ReturnType<typeof listVoucherUses>>,
): Result {
  const paid = uses.filter(({ state }) => state === 'used')
  const sum = (field: 'discount' | 'total') => paid.reduce((all, use) => all + use[field], 0)
  const summary = {
    codes: vouchers.length,
    used: paid.length,
    open: uses.length - paid.length,
    discount: sum('discount'),
    paid: sum('total'),
  }
  return {
    data: { ...summary, uses: uses.map(({ msisdn, ...use }) => ({ ...use, user: msisdn })) },
    print: [
      {
        columns: [
          ...startColumns('time', 'code', 'user', 'payment', 'state'),
          { name: 'discount', align: 'end' },
          { name: 'paid', align: 'end' },
        ],
        rows: uses.map(use => [
          use.at,
          use.code,
          use.msisdn,
          use.payment,
          use.state,
          use.discount,
          use.total,
        ]),
      },
      `${counted(summary.used, 'use')} of ${counted(summary.codes, 'code')}, ${formatInteger(summary.discount)} rials discount`,
    ],
  }
}
