import { csvText } from '#src/lib/text/csv.ts'
import { type Database, inTransaction } from '../../platform/db/open.ts'
import { vouchers } from '../../platform/db/schema/checkout.ts'
import { newId } from '../../platform/ids.ts'

/** Letters and digits without 0 and O, 1, I and L, which people confuse when they read a code aloud. */
const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const FAIR = 256 - (256 % ALPHABET.length)
const LENGTH = 8
const CHUNK = 500

export type VoucherWorth =
  | { kind: 'percent'; percent: number }
  | { kind: 'amount'; amount: number }
  | { kind: 'gift'; giftDays: number }
export type VoucherBatch = {
  worth: VoucherWorth
  count: number
  /** The part before the hyphen: Latin letters and digits. */
  prefix: string
  maxUses: number
  packageId: string | null
  startsAt: Date
  endsAt: Date | null
  batch: string
}
export type MadeVoucher = typeof vouchers.$inferSelect

/** Creates all codes of a batch or none. A code that already exists is drawn again. */
export async function createVouchers(
  db: Database,
  voucherBatch: VoucherBatch,
  bytes: (length: number) => Uint8Array,
): Promise<MadeVoucher[]> {
  const { worth, count, prefix, ...rest } = voucherBatch
  return inTransaction(db, async tx => {
    const made: MadeVoucher[] = []
    while (made.length < count) {
      const size = Math.min(CHUNK, count - made.length)
      const rows = Array.from({ length: size }, () => {
        return { id: newId(bytes), code: `${prefix}-${suffix(bytes)}`, ...worth, ...rest }
      })
      made.push(...(await tx.insert(vouchers).values(rows).onConflictDoNothing().returning()))
    }
    return made
  })
}

function suffix(bytes: (length: number) => Uint8Array): string {
  let text = ''
  while (text.length < LENGTH)
    for (const byte of bytes(LENGTH * 2))
      if (byte < FAIR && text.length < LENGTH) text += ALPHABET[byte % ALPHABET.length]
  return text
}

const COLUMNS = ['code', 'kind', 'worth', 'max_uses', 'starts_at', 'ends_at', 'package', 'batch']

/** Returns a CSV with one line per code. */
export function vouchersCsv(made: readonly MadeVoucher[]): string {
  const rows = made.map(row => [
    row.code,
    row.kind,
    row.percent ?? row.amount ?? row.giftDays,
    row.maxUses,
    row.startsAt.toISOString(),
    row.endsAt?.toISOString() ?? '',
    row.packageId,
    row.batch,
  ])
  return csvText(COLUMNS, rows)
}
