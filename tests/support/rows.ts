// Minimal valid rows with overrides, and the name of the constraint that rejected a row.
import { databaseError } from '#src/service/platform/db/errors.ts'
import type { Database } from '#src/service/platform/db/open.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { packageGroups, packages } from '#src/service/platform/db/schema/packages.ts'
import { profiles } from '#src/service/platform/db/schema/profiles.ts'
import { sessions } from '#src/service/platform/db/schema/session.ts'
import { users } from '#src/service/platform/db/schema/users.ts'
import { newId, newShortId } from '#src/service/platform/ids.ts'

const day = 86_400_000
export const now = new Date('2026-03-21T00:00:00Z')

export function inDays(days: number): Date {
  return new Date(now.getTime() + days * day)
}

/** Returns the constraint that rejected the row; null if none did. */
export async function violatedConstraint(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    const rejection = databaseError(error)
    if (!rejection) throw error
    return rejection.constraint ?? rejection.message
  }
}

let numbers = 0
export async function aUser(db: Database): Promise<string> {
  const id = newId()
  const msisdn = `0912${String(++numbers).padStart(7, '0')}`
  await db.insert(users).values({ id, msisdn })
  return id
}

export async function aSession(
  db: Database,
  userId: string,
  slot: number,
  revokedAt?: Date,
): Promise<string> {
  const id = newId()
  const device = { unique_identifier: id } as typeof sessions.$inferInsert.device
  const expiresAt = inDays(36_500)
  await db
    .insert(sessions)
    .values({ id, tokenHash: id, userId, slot, device, expiresAt, revokedAt })
  return id
}

export async function aProfile(
  db: Database,
  userId: string,
  slot: number,
  isPrimary = false,
): Promise<string> {
  const id = newId()
  await db.insert(profiles).values({ id, userId, slot, isPrimary, name: 'نام' })
  return id
}

type Content = typeof contents.$inferInsert
export async function aContent(db: Database, said: Partial<Content> = {}): Promise<string> {
  const id = newId()
  const names = { slugFa: 'نام', slugEn: 'name', titleFa: 'نام' }
  // A time before the clock of the tests.
  const publishedAt = new Date('2026-01-01T00:00:00Z')
  await db
    .insert(contents)
    .values({ id, publishedAt, shortId: newShortId(), type: 'single_video', ...names, ...said })
  return id
}

/** A film with a stream, for which tickets are sold. */
export async function aCinemaFilm(db: Database, said: Partial<Content> = {}): Promise<string> {
  const flags = ['content_has_ticket', 'cinema_online']
  const id = await aContent(db, { flags, ticketPrice: 900_000, ticketHours: 48, ...said })
  await db.insert(videoFiles).values({ id: newId(), contentId: id, stream: `demo/${id}` })
  return id
}

export async function aPackage(db: Database): Promise<string> {
  const [groupId, id] = [newId(), newId()]
  await db.insert(packageGroups).values({ id: groupId, titleFa: 'گروه', titleEn: 'Group' })
  await db.insert(packages).values({ id, groupId, ...month, durationDays: 30, price: 1_000_000 })
  return id
}

export const month = { titleFa: 'یک‌ماهه', titleEn: 'One month' }

export type Transaction = typeof payments.$inferInsert
export async function aPayment(db: Database, said: Partial<Transaction> = {}): Promise<string> {
  const id = newId()
  await db.insert(payments).values({
    id,
    userId: said.userId ?? (await aUser(db)),
    kind: 'subscription',
    packageId: await aPackage(db),
    ...month,
    durationDays: 30,
    price: 1_000_000,
    discount: 200_000,
    vatPercent: 10,
    vat: 80_000,
    total: 880_000,
    expiresAt: inDays(1),
    ...said,
  })
  return id
}
