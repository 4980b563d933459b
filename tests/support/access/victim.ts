/** A user who owns one record of every kind, with marker texts that no other row contains. */
import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { createProfile } from '#src/contract/endpoints/profiles.ts'
import { listSessions, setFirstPassword, updateSelf } from '#src/contract/endpoints/session.ts'
import { createSupportTicket } from '#src/contract/endpoints/support.ts'
import { getSurvey, submitSurvey } from '#src/contract/endpoints/surveys.ts'
import { createSurvey, SurveyFile } from '#src/service/community/surveys/survey-file.ts'
import { payments } from '#src/service/platform/db/schema/checkout.ts'
import { ddContracts } from '#src/service/platform/db/schema/direct-debit-contracts.ts'
import { cinemaTickets, subscriptions } from '#src/service/platform/db/schema/entitlements.ts'
import { bookmarks, votes } from '#src/service/platform/db/schema/library.ts'
import { playbackLeases } from '#src/service/platform/db/schema/player.ts'
import { newId } from '#src/service/platform/ids.ts'
import { aUser, type Person } from '../people.ts'
import type { TestService } from '../service.ts'
import { watches } from '../watch-history.ts'
import { type Owned, PASSWORD } from './call-cases.ts'

const HOUR = 3_600_000
export const SECRET = 'بهمن‌یکتا'
/** Playback position in seconds; no other row has this number. */
const POSITION = 4321.25
/** Amount of the direct-debit contract in rials; no other row has this number. */
const AMOUNT = 1_357_913

export type Victim = Person & {
  owns: Record<Owned, string>
  /** The title this user is watching. */
  film: string
  /** Further ids of this user, with which calls are tried. */
  known: string[]
  /** Texts that must not appear in a reply to anyone else. */
  marks: string[]
}

export async function aVictim(service: TestService, film: string): Promise<Victim> {
  const person = await aUser(service)
  const { api, user, profileId, msisdn } = person
  await api(updateSelf, { body: { name: SECRET, family: SECRET, email: 'bahman@example.com' } })
  await api(setFirstPassword, { body: { password: PASSWORD } })
  const profile = await api(createProfile, {
    body: { name: SECRET, avatar: 'type-1-1', age_type: 'adult' },
  })
  const ticket = await api(createSupportTicket, {
    body: { title: SECRET, text: SECRET, department: 'support' },
  })
  const [session] = (await api(listSessions)).items
  const watched = await watches(service, person, film, { seconds: POSITION })
  const bought = await purchases(service, user.id, watched)
  const survey = await aVote(service, person)
  const now = service.deps.now()
  const lease = newId()
  await service.deps.db.insert(playbackLeases).values({
    id: lease,
    userId: user.id,
    slot: 1,
    sessionId: session?.id ?? '',
    profileId,
    contentId: watched,
    heartbeatAt: now,
    expiresAt: new Date(now.getTime() + HOUR),
  })
  await service.deps.db.insert(bookmarks).values({ id: newId(), profileId, contentId: watched })
  await service.deps.db.insert(votes).values({ profileId, contentId: watched, value: 1 })
  const { subscription, cinemaTicket, ...owned } = bought
  return {
    ...person,
    owns: { ...owned, profile: profile.id, session: session?.id ?? '', lease, ticket: ticket.id },
    film: watched,
    known: [user.id, msisdn, profileId, watched, subscription, cinemaTicket, survey],
    marks: [SECRET, msisdn, 'bahman@example.com', String(POSITION), String(AMOUNT), '"bookmark"'],
  }
}

async function purchases({ deps }: TestService, userId: string, contentId: string) {
  const { db } = deps
  const [transaction, cinema, contract] = [newId(), newId(), newId()]
  const [subscription, cinemaTicket] = [newId(), newId()]
  const titles = { titleFa: SECRET, titleEn: SECRET }
  const expiresAt = new Date(deps.now().getTime() + HOUR)
  const amounts = { price: 1_000_000, vatPercent: 10, vat: 100_000, total: 1_100_000, expiresAt }
  await db.insert(payments).values([
    {
      id: transaction,
      userId,
      kind: 'subscription',
      packageId: 'month-1',
      durationDays: 30,
      gateway: 'zarinpal',
      ...titles,
      ...amounts,
    },
    {
      id: cinema,
      userId,
      kind: 'ticket',
      contentId,
      ticketHours: 72,
      gateway: 'zarinpal',
      ...titles,
      ...amounts,
    },
  ])
  await db.insert(ddContracts).values({
    id: contract,
    userId,
    packageId: 'month-1',
    bankCode: '062',
    bankName: 'بانک',
    msisdn: '09120000000',
    amount: AMOUNT,
    expiresAt,
  })
  await db.insert(subscriptions).values({
    id: subscription,
    userId,
    source: 'operator',
    ...titles,
    startsAt: new Date(0),
    endsAt: expiresAt,
  })
  await db
    .insert(cinemaTickets)
    .values({ id: cinemaTicket, userId, contentId, paymentId: cinema, hours: 72 })
  return { transaction, cinema, contract, subscription, cinemaTicket }
}

async function aVote(service: TestService, { api }: Person): Promise<string> {
  const ref = `survey-${randomUUID()}`
  const names = ['یک', 'دو'].map(name => ({ title: { fa: name, en: name } }))
  const said = { ref, title: { fa: 'رأی', en: 'Vote' }, votes_total: 1, votes_per_item: 1 }
  await createSurvey(service.deps, SurveyFile.parse({ ...said, participants: names }))
  const { id, participants } = await service.api(getSurvey, { params: { ref } })
  const ballot = [{ participant_id: participants[0]?.id ?? '', count: 1 }]
  await api(submitSurvey, { params: { ref: id }, body: { votes: ballot } })
  return id
}

/** Columns that name a user, or a record that belongs to one. */
const KEYS = ['user_id', 'profile_id', 'session_id', 'ticket_id', 'contract_id', 'transaction_id']
/** Tables whose rows are not compared: any caller with the tracker of a code changes its count of attempts. */
const NOT_THEIRS = ['otp_challenges']

/** All rows of a user in all tables, as text to compare. */
export async function rowsOf({ deps }: TestService, victim: Victim): Promise<string> {
  const { db } = deps
  const { rows: columns } = await db.execute<{ table: string; column: string }>(sql`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and column_name in ${KEYS}`)
  const found: string[] = []
  const ids = [victim.user.id, victim.profileId, ...Object.values(victim.owns), ...victim.known]
  for (const { table, column } of [{ table: 'users', column: 'id' }, ...columns]) {
    if (NOT_THEIRS.includes(table)) continue
    const { rows } = await db.execute<{ row: string }>(sql`
      select to_jsonb(t)::text as row from ${sql.identifier(table)} t
      where ${sql.identifier(column)} in ${ids} order by 1`)
    found.push(`${table}.${column}`, ...rows.map(({ row }) => row))
  }
  return found.join('\n')
}
