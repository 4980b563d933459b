import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { databaseError } from '#src/service/db/errors.ts'
import { inTransaction, type Tx } from '#src/service/db/open.ts'
import * as catalogue from '#src/service/db/schema/catalogue.ts'
import * as checkout from '#src/service/db/schema/checkout.ts'
import { ledgerEntries } from '#src/service/db/schema/ledger.ts'
import * as library from '#src/service/db/schema/library.ts'
import { playbackLeases } from '#src/service/db/schema/player.ts'
import { profiles } from '#src/service/db/schema/profiles.ts'
import { otpChallenges, sessions, users } from '#src/service/db/schema/session.ts'
import * as survey from '#src/service/db/schema/surveys.ts'
import { newId, newShortId } from '#src/service/ids.ts'
import { type TestDatabase, testDatabase } from '#tests/support/database.ts'

const day = 86_400_000
const now = new Date('2026-03-21T00:00:00Z')
const inDays = (days: number) => new Date(now.getTime() + days * day)

let database: TestDatabase
let numbers = 0
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

/** The constraint that refused; null when nothing did. */
async function refusalOf(work: Promise<unknown>): Promise<string | null> {
  try {
    await work
    return null
  } catch (error) {
    const refusal = databaseError(error)
    if (!refusal) throw error
    return refusal.constraint ?? refusal.message
  }
}

async function aUser(): Promise<string> {
  const id = newId()
  const msisdn = `0912${String(++numbers).padStart(7, '0')}`
  await database.db.insert(users).values({ id, msisdn })
  return id
}

async function aSession(userId: string, slot: number, revokedAt?: Date): Promise<string> {
  const id = newId()
  const device = { unique_identifier: id } as typeof sessions.$inferInsert.device
  await database.db
    .insert(sessions)
    .values({ id, tokenHash: id, userId, slot, device, expiresAt: inDays(36_500), revokedAt })
  return id
}

async function aProfile(userId: string, slot: number, isPrimary = false): Promise<string> {
  const id = newId()
  await database.db.insert(profiles).values({ id, userId, slot, isPrimary, name: 'نام' })
  return id
}

type Content = typeof catalogue.contents.$inferInsert
async function aContent(said: Partial<Content> = {}): Promise<string> {
  const id = newId()
  await database.db.insert(catalogue.contents).values({
    id,
    shortId: newShortId(),
    type: 'single_video',
    slugFa: 'نام',
    slugEn: 'name',
    titleFa: 'نام',
    ...said,
  })
  return id
}

type Transaction = typeof checkout.transactions.$inferInsert
async function aTransaction(said: Partial<Transaction> = {}): Promise<string> {
  const id = newId()
  await database.db.insert(checkout.transactions).values({
    id,
    userId: said.userId ?? (await aUser()),
    kind: 'subscription',
    packageId: await aPackage(),
    titleFa: 'یک‌ماهه',
    titleEn: 'One month',
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

async function aPackage(): Promise<string> {
  const { db } = database
  const [groupId, id] = [newId(), newId()]
  await db.insert(checkout.packageGroups).values({ id: groupId, titleFa: 'گروه', titleEn: 'Group' })
  const titles = { titleFa: 'یک‌ماهه', titleEn: 'One month' }
  await db
    .insert(checkout.packages)
    .values({ id, groupId, ...titles, durationDays: 30, price: 1_000_000 })
  return id
}

describe('people', () => {
  it.each(['9120000000', '+989120000000', '0912000000', '۰۹۱۲۰۰۰۰۰۰۰'])(
    'have their number in one form alone, not %s',
    async msisdn => {
      const work = database.db.insert(users).values({ id: newId(), msisdn })
      expect(await refusalOf(work)).toBe('users_msisdn_canonical')
    },
  )

  it('are one a number', async () => {
    const msisdn = '09350000000'
    await database.db.insert(users).values({ id: newId(), msisdn })
    const again = database.db.insert(users).values({ id: newId(), msisdn })
    expect(await refusalOf(again)).toBe('users_msisdn_unique')
  })

  it('get no sixth try at a code', async () => {
    const tracker = newId()
    await database.db.insert(otpChallenges).values({
      tracker,
      msisdn: '09120000000',
      purpose: 'login',
      codeHash: '',
      tries: 5,
      expiresAt: inDays(36_500),
    })
    const sixth = database.pool.query(
      'update otp_challenges set tries = tries + 1 where tracker = $1',
      [tracker],
    )
    expect(await refusalOf(sixth)).toBe('otp_challenges_tries')
  })
})

describe('devices', () => {
  it('never sign in as a fourth, however many try at once', async () => {
    const userId = await aUser()
    const tries = [1, 1, 2, 2, 3, 3, 4].map(slot => refusalOf(aSession(userId, slot)))
    const refusals = (await Promise.all(tries)).filter(refusal => refusal !== null)
    expect(refusals.sort()).toEqual([
      'sessions_one_a_slot',
      'sessions_one_a_slot',
      'sessions_one_a_slot',
      'sessions_slot',
    ])
  })

  it('make room once they are signed out', async () => {
    const userId = await aUser()
    await aSession(userId, 1, now)
    expect(await refusalOf(aSession(userId, 1))).toBeNull()
  })

  it('never play as a fourth', async () => {
    const userId = await aUser()
    const sessionId = await aSession(userId, 1)
    const profileId = await aProfile(userId, 1, true)
    const contentId = await aContent()
    const play = (slot: number) =>
      database.db.insert(playbackLeases).values({
        id: newId(),
        userId,
        sessionId,
        profileId,
        contentId,
        slot,
        expiresAt: inDays(1),
      })
    for (const slot of [1, 2, 3]) await play(slot)
    expect(await refusalOf(play(3))).toBe('playback_leases_one_a_slot')
    expect(await refusalOf(play(4))).toBe('playback_leases_slot')
  })
})

describe('profiles', () => {
  it('are three at most, and one of them primary', async () => {
    const userId = await aUser()
    await aProfile(userId, 1, true)
    expect(await refusalOf(aProfile(userId, 2, true))).toBe('profiles_one_primary')
    await aProfile(userId, 2)
    await aProfile(userId, 3)
    expect(await refusalOf(aProfile(userId, 3))).toBe('profiles_one_a_slot')
    expect(await refusalOf(aProfile(userId, 4))).toBe('profiles_slot')
  })

  it('keep their primary, which goes with the user alone', async () => {
    const userId = await aUser()
    const id = await aProfile(userId, 1, true)
    const { pool } = database
    const remove = pool.query('delete from profiles where id = $1', [id])
    expect(await refusalOf(remove)).toBe('profiles_keep_primary')
    const demote = pool.query('update profiles set is_primary = false where id = $1', [id])
    expect(await refusalOf(demote)).toBe('profiles_keep_primary')
    expect(await refusalOf(pool.query('delete from users where id = $1', [userId]))).toBeNull()
  })
})

describe('invoices', () => {
  it.each<[string, Partial<Transaction>, string]>([
    ['a total that does not add up', { total: 880_001 }, 'transactions_total'],
    ['a tax of another percent', { vat: 90_000, total: 890_000 }, 'transactions_vat'],
    ['a discount above the price', { discount: 1_000_001 }, 'transactions_amounts'],
    ['no reference of the bank', { state: 'paid', paidAt: now }, 'transactions_paid_by'],
    ['no time of payment', { state: 'paid' }, 'transactions_paid'],
    ['nothing that is bought', { packageId: null }, 'transactions_subject'],
    ['a whole card number', { cardMask: '6037991234567890' }, 'transactions_card_mask'],
  ])('are refused with %s', async (_, said, constraint) => {
    expect(await refusalOf(aTransaction(said))).toBe(constraint)
  })

  it('share no authority and no reference of a bank', async () => {
    const paid = { gateway: 'zarinpal', state: 'paid', paidAt: now } as const
    await aTransaction({ ...paid, authority: 'A1', refId: '1' })
    const replayed = aTransaction({ ...paid, authority: 'A1', refId: '2' })
    expect(await refusalOf(replayed)).toBe('transactions_authority')
    const sameReference = aTransaction({ ...paid, authority: 'A2', refId: '1' })
    expect(await refusalOf(sameReference)).toBe('transactions_ref_id')
  })

  it('stand as they were agreed, and stay paid', async () => {
    const id = await aTransaction({ gateway: 'zarinpal', state: 'paid', paidAt: now, refId: '77' })
    const change = (set: string) =>
      refusalOf(database.pool.query(`update transactions set ${set} where id = $1`, [id]))
    expect(await change('price = 1000, discount = 0, vat = 100, total = 1100')).toBe(
      'transactions_terms_stand',
    )
    expect(await change("state = 'failed', paid_at = null")).toBe('transactions_settled_stays')
    expect(await change("ref_id = '78'")).toBe('transactions_bank_stands')
    expect(await change("state = 'reversed'")).toBeNull()
    expect(await change("state = 'paid'")).toBe('transactions_settled_stays')
  })
})

describe('subscriptions', () => {
  const titles = { titleFa: 'یک‌ماهه', titleEn: 'One month' }

  it('of a user never overlap, and may follow each other without a gap', async () => {
    const userId = await aUser()
    const period = async (from: number, to: number) =>
      database.db.insert(checkout.subscriptions).values({
        id: newId(),
        userId,
        source: 'operator',
        ...titles,
        startsAt: inDays(from),
        endsAt: inDays(to),
      })
    await period(0, 30)
    expect(await refusalOf(period(29, 60))).toBe('subscriptions_no_overlap')
    expect(await refusalOf(period(30, 60))).toBeNull()
    expect(await refusalOf(period(90, 90))).toBe('subscriptions_time')
  })

  it('come once from a payment, and never from none', async () => {
    const userId = await aUser()
    const transactionId = await aTransaction({ userId })
    const grant = (from: number, paidBy: string | null) =>
      database.db.insert(checkout.subscriptions).values({
        id: newId(),
        userId,
        source: 'purchase',
        transactionId: paidBy,
        ...titles,
        startsAt: inDays(from),
        endsAt: inDays(from + 30),
      })
    await grant(0, transactionId)
    expect(await refusalOf(grant(30, transactionId))).toBe('subscriptions_transaction_id_unique')
    expect(await refusalOf(grant(60, null))).toBe('subscriptions_paid_for')
  })
})

describe('vouchers', () => {
  const voucher = (said: Partial<typeof checkout.vouchers.$inferInsert>) => {
    const id = newId()
    const values = { id, code: `A-${numbers++}`, kind: 'percent', percent: 50, ...said } as const
    return database.db.insert(checkout.vouchers).values(values)
  }

  it('are used no more than their maximum, by however many at once', async () => {
    await voucher({ code: 'RACE-5', maxUses: 5 })
    const use = () =>
      refusalOf(database.pool.query("update vouchers set used = used + 1 where code = 'RACE-5'"))
    const refusals = await Promise.all(Array.from({ length: 64 }, use))
    expect(refusals.filter(refusal => refusal === null)).toHaveLength(5)
    expect(new Set(refusals)).toEqual(new Set([null, 'vouchers_uses']))
  })

  it.each(['gift30', 'GIFT30', 'GIFT-', 'هدیه-۳۰', 'A-B-C', 'A -B'])(
    'have two parts of Latin letters and digits, not %s',
    async code => {
      expect(await refusalOf(voucher({ code }))).toBe('vouchers_code_form')
    },
  )

  it('are worth one thing', async () => {
    expect(await refusalOf(voucher({ amount: 1_000 }))).toBe('vouchers_value')
    expect(await refusalOf(voucher({ percent: 101 }))).toBe('vouchers_value')
    expect(await refusalOf(voucher({ kind: 'gift' }))).toBe('vouchers_value')
  })
})

describe('the ledger', () => {
  const post = (tx: Tx, posting: string, transactionId: string, amounts: number[]) =>
    tx.insert(ledgerEntries).values(
      amounts.map((amount, index) => ({
        posting,
        account: (['bank', 'revenue', 'vat'] as const)[index] ?? 'bank',
        amount,
        transactionId,
      })),
    )

  it('takes a posting that adds up, once, and no other', async () => {
    const id = await aTransaction()
    const book = (posting: string, amounts: number[]) =>
      refusalOf(inTransaction(database.db, tx => post(tx, posting, id, amounts)))
    expect(await book(`paid:${id}`, [880_000, -800_000, -80_000])).toBeNull()
    expect(await book(`paid:${id}`, [880_000, -800_000, -80_000])).toBe('ledger_entries_once')
    expect(await book(`other:${id}`, [880_000, -800_000])).toBe('ledger_entries_balanced')
  })

  it.each([
    'update ledger_entries set amount = 1',
    'delete from ledger_entries',
    'truncate ledger_entries',
  ])('refuses to %s', async statement => {
    expect(await refusalOf(database.pool.query(statement))).toBe('ledger_entries_append_only')
  })
})

describe('titles', () => {
  it('stand where their kind stands', async () => {
    const seriesId = await aContent({ type: 'series' })
    const season = { type: 'season_of_series', seriesId, seasonNumber: 1 } as const
    const seasonId = await aContent(season)
    expect(await refusalOf(aContent(season))).toBe('contents_one_season')
    const episode = { type: 'episode', seriesId, seasonId, episodeNumber: 1 } as const
    await aContent(episode)
    expect(await refusalOf(aContent(episode))).toBe('contents_one_episode')
    expect(await refusalOf(aContent({ type: 'episode', seriesId }))).toBe('contents_place')
    expect(await refusalOf(aContent({ seriesId }))).toBe('contents_place')
  })

  it('have a ticket for sale exactly when they say so', async () => {
    const flags = ['content_has_ticket']
    expect(await refusalOf(aContent({ flags }))).toBe('contents_ticket')
    expect(await refusalOf(aContent({ ticketPrice: 1_000, ticketHours: 8 }))).toBe(
      'contents_ticket',
    )
    expect(await refusalOf(aContent({ flags, ticketPrice: 1_000, ticketHours: 8 }))).toBeNull()
  })

  it.each(['/etc/passwd', '../../secret', 'http://elsewhere', 'a\\b'])(
    'have their streams inside the media store, not at %s',
    async stream => {
      const contentId = await aContent()
      const file = database.db
        .insert(catalogue.videoFiles)
        .values({ id: newId(), contentId, stream })
      expect(await refusalOf(file)).toBe('video_files_stream_stays_inside')
    },
  )

  it('count the votes that stand, whoever changes or takes back one', async () => {
    const contentId = await aContent()
    const voters = await Promise.all(
      Array.from({ length: 4 }, async () => aProfile(await aUser(), 1, true)),
    )
    await Promise.all(
      voters.map(profileId =>
        database.db.insert(library.votes).values({ profileId, contentId, value: 1 }),
      ),
    )
    const { pool } = database
    await pool.query('update votes set value = -1 where profile_id = $1', [voters[0]])
    await pool.query('delete from votes where profile_id = $1', [voters[1]])
    const { rows } = await pool.query(
      'select likes, dislikes, rate_percentage from contents where id = $1',
      [contentId],
    )
    expect(rows).toEqual([{ likes: 2, dislikes: 1, rate_percentage: 67 }])
  })

  it('hold comments of 3 to 1,000 characters, counted as people count', async () => {
    const [contentId, userId] = [await aContent(), await aUser()]
    const comment = (text: string) =>
      refusalOf(
        database.db.insert(library.comments).values({ id: newId(), contentId, userId, text }),
      )
    expect(await comment('به')).toBe('comments_length')
    expect(await comment('عالی')).toBeNull()
    expect(await comment('آ'.repeat(1_000))).toBeNull()
    expect(await comment('آ'.repeat(1_001))).toBe('comments_length')
  })
})

describe('surveys', () => {
  async function aSurvey() {
    const { db } = database
    const [id, ...items] = [newId(), newId(), newId(), newId()]
    const titles = { titleFa: 'نظر', titleEn: 'Poll' }
    const allowances = { votesTotal: 5, votesPerItem: 3, minItem: 2 }
    await db.insert(survey.surveys).values({ id, ref: id, ...titles, ...allowances })
    await db
      .insert(survey.surveyParticipants)
      .values(items.map(item => ({ id: item, surveyId: id, ...titles })))
    return { id, items }
  }

  async function submit(surveyId: string, userId: string, votes: [string, number][]) {
    return inTransaction(database.db, async tx => {
      const submissionId = newId()
      await tx.insert(survey.surveySubmissions).values({ id: submissionId, surveyId, userId })
      await tx
        .insert(survey.surveyVotes)
        .values(
          votes.map(([participantId, count]) => ({ submissionId, surveyId, participantId, count })),
        )
    })
  }

  it('take one submission a user, of 32 at once', async () => {
    const { id, items } = await aSurvey()
    const userId = await aUser()
    const votes: [string, number][] = [
      [items[0]!, 3],
      [items[1]!, 2],
    ]
    const refusals = await Promise.all(
      Array.from({ length: 32 }, () => refusalOf(submit(id, userId, votes))),
    )
    expect(refusals.filter(refusal => refusal === null)).toHaveLength(1)
  })

  it('refuse votes beyond an allowance, too few, or for another survey', async () => {
    const [{ id, items }, other] = [await aSurvey(), await aSurvey()]
    const [a, b, c] = items as [string, string, string]
    const refused = async (votes: [string, number][]) => refusalOf(submit(id, await aUser(), votes))
    expect(
      await refused([
        [a, 3],
        [b, 3],
      ]),
    ).toBe('survey_votes_allowed')
    expect(
      await refused([
        [a, 4],
        [b, 1],
      ]),
    ).toBe('survey_votes_allowed')
    expect(await refused([[a, 1]])).toBe('survey_votes_allowed')
    expect(
      await refused([
        [a, 1],
        [other.items[0]!, 1],
      ]),
    ).toBe('survey_votes_participant')
    expect(
      await refused([
        [a, 2],
        [b, 2],
        [c, 1],
      ]),
    ).toBeNull()
  })
})
