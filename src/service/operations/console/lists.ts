/** The lists of the console that are too long for memory: each reads one page from the database, and counts the rest. */
import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  ilike,
  inArray,
  isNull,
  like,
  lt,
  lte,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Msisdn } from '#src/contract/fields.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { fromWire, isWire } from '#src/lib/text/tehran.ts'
import { readInvoiceNumber } from '../../commerce/checkout/invoice-numbers.ts'
import { GATEWAYS } from '../../commerce/checkout/payment-list.queries.ts'
import { normalizeHeldWord } from '../../community/comments/held-words.ts'
import { tryHeldWords } from '../../community/comments/moderation.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import { auditLog } from '../../platform/db/schema/audit.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { commentReports, comments } from '../../platform/db/schema/comments.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { supportTickets } from '../../platform/db/schema/support.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import {
  countUpTo,
  inOrderOf,
  LISTED_TITLES,
  REMOVED_TITLES,
  readPageOfIds,
  TITLE_PARTS,
} from './page-of-rows.ts'
import { readTargetNames } from './target-names.ts'

/** A day, which begins at midnight in Tehran. */
const Day = z
  .string()
  .refine(text => isWire(`${text}T00:00:00`))
  .transform(text => fromWire(`${text}T00:00:00`))

export const ListQuery = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(200).default(25),
  sort: z.string().max(40).optional(),
  order: z.enum(['asc', 'desc']).optional(),
  q: z.string().trim().max(100).optional(),
  /** The ids of the only rows, with commas between them. */
  ids: z.string().max(8_000).optional(),
  kind: z.string().max(40).optional(),
  missing: z.enum(['poster', 'genre', 'stream', 'age']).optional(),
  draft: z.enum(['true', 'false']).optional(),
  removed: z.enum(['true', 'false']).optional(),
  state: z.string().max(40).optional(),
  department: z.string().max(40).optional(),
  assignee: z.string().max(100).optional(),
  gateway: z.string().max(40).optional(),
  user: z.string().max(64).optional(),
  word: z.string().trim().max(100).optional(),
  actor: z.string().max(200).optional(),
  action: z.string().max(80).optional(),
  target: z.string().max(200).optional(),
  from: Day.optional(),
  /** The last day, which belongs to the range. */
  to: Day.transform(from => new Date(from.getTime() + DAY_MS)).optional(),
})
export type ListQuery = z.infer<typeof ListQuery>
export type List = { rows: readonly unknown[]; total: number }
export type ReadList = (deps: Deps, query: ListQuery) => Promise<List>

type Sorts = Readonly<Record<string, PgColumn>>

/** Returns the order that the query names if the list offers it. The id makes the order total. */
function orderOf({ sort, order }: ListQuery, sorts: Sorts, id: PgColumn, usual: SQL[]): SQL[] {
  const column = sort && Object.hasOwn(sorts, sort) ? sorts[sort] : undefined
  if (!column) return usual
  const direction = order === 'desc' ? desc : asc
  return [direction(column), direction(id)]
}

function paged({ page, perPage }: ListQuery) {
  return { limit: perPage, offset: (page - 1) * perPage }
}

/** A table that one index serves. */
const WHOLE = [sql`true`]

/** Escapes the signs that LIKE understands. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

/** Finds a part of a text in any letter case. LIKE takes a tenth of the time of ILIKE, and is enough for letters without case, such as Persian ones. */
function hasText(column: PgColumn, text: string): SQL {
  const isCaseless = text.toLowerCase() === text.toUpperCase()
  return (isCaseless ? like : ilike)(column, containing(text))
}

/** Finds a part of a text without an index. The collation C, which knows the case of ASCII alone, halves the time of ILIKE. */
function hasTextUnindexed(column: PgColumn, text: string): SQL {
  const isAscii = !/[^\p{ASCII}\p{Lo}\p{N}\p{P}\p{Z}]/u.test(text)
  return isAscii && text.toLowerCase() !== text.toUpperCase()
    ? sql`${column} collate "C" ilike ${containing(text)}`
    : hasText(column, text)
}

/** Returns the column and direction that the query names if the list offers it, and the usual ones otherwise. */
function chosenOrder({ sort, order = 'asc' }: ListQuery, sorts: Sorts, usual: PgColumn) {
  const by = sort && Object.hasOwn(sorts, sort) ? sorts[sort] : undefined
  return by ? { by, direction: order } : { by: usual, direction: 'desc' as const }
}

const IS_AUDIO_BOOK = sql`'audio_book' = any(${contents.flags})`
/** The kinds by which editors filter titles, finer than the types. A film of the online cinema belongs to two of them. */
const TITLE_KINDS: Readonly<Record<string, SQL>> = {
  single_video: sql`${contents.type} = 'single_video' and not ${contents.isLive} and not ${IS_AUDIO_BOOK}`,
  series: eq(contents.type, 'series'),
  video_content_list: eq(contents.type, 'video_content_list'),
  audio: IS_AUDIO_BOOK,
  live: eq(contents.isLive, true),
  single_cinema_online: sql`'cinema_online' = any(${contents.flags})`,
}
/** The kind that the list shows. */
const SHOWN_KIND = sql<string>`case when ${contents.isLive} then 'live' when ${IS_AUDIO_BOOK} then 'audio' else ${contents.type} end`

const listTitles: ReadList = async ({ db, now }, query) => {
  const { q, ids, kind, missing, draft, removed } = query
  const lacks = {
    poster: isNull(contents.posterPath),
    genre: sql`cardinality(${contents.categoryIds}) = 0`,
    age: isNull(contents.ageLimit),
    // A bundle has no video of its own.
    stream: sql`not ${contents.hasVideo} and ${contents.type} <> 'video_content_list'`,
  }
  // A title that the schedule hides until it appears; no editor has removed it.
  const waits = sql`(${contents.hiddenBySchedule} and ${contents.publishedAt} > ${now()})`
  const parts = {
    all: TITLE_PARTS,
    true: [sql`${REMOVED_TITLES} and not ${waits}`],
    false: [LISTED_TITLES, sql`${REMOVED_TITLES} and ${waits}`],
  }
  const where = and(
    ids ? inArray(contents.externalId, ids.split(',')) : undefined,
    draft === 'true' ? gt(contents.publishedAt, now()) : undefined,
    draft === 'false' ? lte(contents.publishedAt, now()) : undefined,
    kind ? (Object.hasOwn(TITLE_KINDS, kind) ? TITLE_KINDS[kind] : sql`false`) : undefined,
    missing ? lacks[missing] : undefined,
    q
      ? or(
          // The text is stored without capitals.
          like(contents.searchText, containing(searchText(q))),
          eq(contents.externalId, q),
          eq(contents.shortId, q),
        )
      : undefined,
  )
  const sorts = {
    publishedAt: contents.publishedAt,
    updatedAt: contents.updatedAt,
    year: contents.year,
    views: contents.viewCount,
    rank: contents.rank,
  }
  const page = await readPageOfIds(db, {
    table: contents,
    id: contents.id,
    parts: parts[removed ?? 'all'],
    where,
    ...chosenOrder(query, sorts, contents.publishedAt),
    ...paged(query),
  })
  const rows = await db
    .select({
      key: contents.id,
      id: contents.externalId,
      shortId: contents.shortId,
      kind: SHOWN_KIND,
      ...translationColumns(contents, 'title'),
      year: contents.year,
      ageLimit: contents.ageLimit,
      poster: contents.posterPath,
      hasVideo: sql<boolean>`${contents.hasVideo} or ${contents.type} = 'video_content_list'`,
      genres: sql<number>`cardinality(${contents.categoryIds})`.mapWith(Number),
      flags: contents.flags,
      views: contents.viewCount,
      publishedAt: contents.publishedAt,
      unpublishAt: contents.unpublishAt,
      availableAt: contents.availableAt,
      removedAt: sql<Date | null>`case when not ${waits} then ${contents.removedAt} end`.mapWith(
        contents.removedAt,
      ),
      version: contents.updatedAt,
    })
    .from(contents)
    .where(inArray(contents.id, page.ids))
  return { rows: inOrderOf(page.ids, rows), total: page.total }
}

/** Returns the conditions for names: of a million users only the beginning of a name has an index. */
function namesBeginWith(q: string): SQL[] {
  const [first = '', ...rest] = q.split(/\s+/)
  const begins = (column: PgColumn, text: string) => {
    // The index knows letter case, and names in Latin letters begin with a capital.
    const capital = text.slice(0, 1).toUpperCase() + text.slice(1)
    const [typed, named] = [text, capital].map(each => containing(each).slice(1))
    return sql`(${column} like ${typed} or ${column} like ${named})`
  }
  const whole = [begins(users.name, q), begins(users.family, q)]
  if (rest.length === 0) return whole
  const both = and(begins(users.name, first), begins(users.family, rest.join(' ')))
  return both ? [...whole, both] : whole
}

/** Finds by a number, whole or its beginning, by an id, or by the beginning of the name, of the family name, or of both. */
const listPeople: ReadList = async ({ db }, query) => {
  const { q } = query
  const whole = q ? Msisdn.safeParse(q) : null
  const where = !q
    ? undefined
    : whole?.success
      ? eq(users.msisdn, whole.data)
      : /^0?9\d{2,}$/.test(q)
        ? and(
            gte(users.msisdn, `0${q.replace(/^0/, '')}`),
            lt(users.msisdn, `0${q.replace(/^0/, '')}:`),
          )
        : or(eq(users.id, q), ...namesBeginWith(q))
  const { limit, offset } = paged(query)
  const [rows, total] = await Promise.all([
    db
      .select({
        id: users.id,
        msisdn: users.msisdn,
        name: users.name,
        family: users.family,
        blockedAt: users.blockedAt,
        erasedAt: users.erasedAt,
        createdAt: users.createdAt,
      })
      .from(users)
      .where(where)
      .orderBy(...orderOf(query, { createdAt: users.createdAt }, users.id, [asc(users.msisdn)]))
      .limit(limit)
      .offset(offset),
    countUpTo(db, { table: users, parts: WHOLE, where }),
  ])
  return {
    rows: rows.map(({ msisdn, ...row }) => ({
      ...row,
      number: row.erasedAt ? null : maskMsisdn(msisdn),
    })),
    total,
  }
}

const PENDING = sql`${supportTickets.status} = 'pending'`
const ANSWERED = sql`${supportTickets.status} not in ('pending', 'completed')`
const COMPLETED = sql`${supportTickets.status} = 'completed'`

/** Returns the parts of the tickets that have the state, in the order of the queue. */
function ticketParts(state: string | undefined): SQL[] {
  if (!state) return [PENDING, ANSWERED, COMPLETED]
  if (state === 'open') return [PENDING, ANSWERED]
  if (state === 'pending') return [PENDING]
  return [state === 'completed' ? COMPLETED : ANSWERED]
}

/** Open tickets come first, and the one that waits longest before all. */
const listTickets: ReadList = async ({ db }, query) => {
  const { state, department, assignee, q, sort } = query
  const where = and(
    state && state !== 'open' ? eq(sql`${supportTickets.status}::text`, state) : undefined,
    department ? eq(sql`${supportTickets.department}::text`, department) : undefined,
    assignee ? eq(supportTickets.assignee, assignee) : undefined,
    q ? or(hasText(supportTickets.title, q), hasNumber(q)) : undefined,
  )
  const sorts: Sorts = {
    number: supportTickets.number,
    createdAt: supportTickets.createdAt,
    updatedAt: supportTickets.updatedAt,
  }
  const isByPart = !(sort && Object.hasOwn(sorts, sort))
  const order = isByPart
    ? { by: supportTickets.updatedAt, direction: 'asc' as const }
    : chosenOrder(query, sorts, supportTickets.updatedAt)
  const page = await readPageOfIds(db, {
    table: supportTickets,
    id: supportTickets.id,
    parts: ticketParts(state),
    where,
    ...order,
    isByPart,
    ...paged(query),
  })
  const rows = await db
    .select({
      key: supportTickets.id,
      id: supportTickets.number,
      status: supportTickets.status,
      department: supportTickets.department,
      title: supportTickets.title,
      assignee: supportTickets.assignee,
      user: supportTickets.userId,
      createdAt: supportTickets.createdAt,
      updatedAt: supportTickets.updatedAt,
    })
    .from(supportTickets)
    .where(inArray(supportTickets.id, page.ids))
  return { rows: inOrderOf(page.ids, rows), total: page.total }
}

/** The number has an index; its digits as a text have none. */
function hasNumber(q: string): SQL | undefined {
  const number = /^\d{1,9}$/.test(q) ? Number(q) : null
  return number === null ? undefined : eq(supportTickets.number, number)
}

const listPayments: ReadList = async ({ db }, query) => {
  const { state, kind, gateway, user, from, to, q } = query
  const number = q ? readInvoiceNumber(q) : null
  const where = and(
    state ? eq(payments.state, state as (typeof payments.$inferSelect)['state']) : undefined,
    kind ? eq(sql`${payments.kind}::text`, kind) : undefined,
    gateway ? eq(payments.gateway, gateway) : undefined,
    user ? eq(payments.userId, user) : undefined,
    from ? gte(payments.createdAt, from) : undefined,
    to ? lt(payments.createdAt, to) : undefined,
    q
      ? or(
          eq(payments.id, q),
          // Authorities and references are indexed within each gateway.
          and(
            inArray(payments.gateway, GATEWAYS),
            or(eq(payments.refId, q), eq(payments.authority, q)),
          ),
          number === null ? undefined : eq(payments.invoiceNumber, number),
        )
      : undefined,
  )
  const sorts = { createdAt: payments.createdAt, total: payments.total }
  const page = await readPageOfIds(db, {
    table: payments,
    id: payments.id,
    parts: WHOLE,
    where,
    ...chosenOrder(query, sorts, payments.createdAt),
    ...paged(query),
  })
  const rows = await db
    .select({
      key: payments.id,
      id: payments.id,
      invoiceNumber: payments.invoiceNumber,
      kind: payments.kind,
      ...translationColumns(payments, 'title'),
      user: payments.userId,
      price: payments.price,
      discount: payments.discount,
      vat: payments.vat,
      total: payments.total,
      state: payments.state,
      gateway: payments.gateway,
      refId: payments.refId,
      failureReason: payments.failureReason,
      createdAt: payments.createdAt,
      paidAt: payments.paidAt,
    })
    .from(payments)
    .where(inArray(payments.id, page.ids))
  return { rows: inOrderOf(page.ids, rows), total: page.total }
}

/** Lists comments, or with `word` the visible ones that this word would have held back. */
const listComments: ReadList = async ({ db }, query) => {
  const { state, user, q, word } = query
  const reports = sql<number>`(select count(*) from ${commentReports} r where r.comment_id = ${comments.id})`
  const states: Record<string, SQL> = {
    held: sql`${comments.heldFor} is not null`,
    hidden: sql`${comments.hiddenAt} is not null`,
    shown: isNull(comments.hiddenAt),
    reported: sql`${comments.hiddenAt} is null and exists (select 1 from ${commentReports} r where r.comment_id = ${comments.id})`,
  }
  const read = word === undefined ? null : normalizeHeldWord(word)
  const matches = read === null ? [] : (await tryHeldWords(db, [read])).matches
  const matching = matches.map(({ id }) => id)
  const where = and(
    word === undefined ? undefined : sql`${comments.id} = any(${sql.param(matching)}::text[])`,
    state && Object.hasOwn(states, state) ? states[state] : undefined,
    user ? eq(comments.userId, user) : undefined,
    q ? hasTextUnindexed(comments.text, q) : undefined,
  )
  const { limit, offset } = paged(query)
  // The matches are in the usual order already, and a search for thousands of ids takes long.
  const isWordAlone = word !== undefined && !state && !user && !q && !query.sort
  const page = isWordAlone
    ? { ids: matching.slice(offset, offset + limit), total: matching.length }
    : await readPageOfIds(db, {
        table: comments,
        id: comments.id,
        parts: WHOLE,
        where,
        ...chosenOrder(query, { createdAt: comments.createdAt }, comments.createdAt),
        ...paged(query),
      })
  const rows = await db
    .select({
      key: comments.id,
      id: comments.id,
      text: comments.text,
      isSpoiler: comments.isSpoiler,
      user: comments.userId,
      title: contents.externalId,
      ...translationColumns(contents, 'title'),
      reports: reports.mapWith(Number),
      heldFor: comments.heldFor,
      hiddenAt: comments.hiddenAt,
      hiddenReason: comments.hiddenReason,
      createdAt: comments.createdAt,
    })
    .from(comments)
    .innerJoin(contents, eq(contents.id, comments.contentId))
    .where(inArray(comments.id, page.ids))
  return { rows: inOrderOf(page.ids, rows), total: page.total }
}

const listAudit: ReadList = async ({ db }, query) => {
  const { actor, action, target, from, to } = query
  const where = and(
    actor ? eq(auditLog.actor, actor) : undefined,
    target ? eq(auditLog.target, target) : undefined,
    action
      ? or(
          eq(auditLog.action, action),
          ilike(auditLog.action, `${containing(action).slice(1, -1)}.%`),
        )
      : undefined,
    from ? gte(auditLog.at, from) : undefined,
    to ? lt(auditLog.at, to) : undefined,
  )
  const { limit, offset } = paged(query)
  const [rows, total] = await Promise.all([
    db
      .select()
      .from(auditLog)
      .where(where)
      .orderBy(query.order === 'asc' ? asc(auditLog.id) : desc(auditLog.id))
      .limit(limit)
      .offset(offset),
    countUpTo(db, { table: auditLog, parts: WHOLE, where }),
  ])
  const names = await readTargetNames(
    db,
    rows.map(({ target }) => target),
  )
  return {
    rows: rows.map(row => ({ ...row, targetName: names.get(row.target) ?? null })),
    total,
  }
}

/** The lists by their path, and the action whose roles may read them. */
export const LISTS: Readonly<Record<string, { action: string; read: ReadList }>> = {
  titles: { action: 'catalogue.list', read: listTitles },
  people: { action: 'users.show', read: listPeople },
  tickets: { action: 'support.list', read: listTickets },
  payments: { action: 'payments.list', read: listPayments },
  comments: { action: 'comments.list', read: listComments },
  audit: { action: 'audit.list', read: listAudit },
}

/** Short lists are the data of an action, sorted and paged here. */
export const SHORT_LISTS: Readonly<Record<string, string>> = {
  vouchers: 'voucher.list',
  packages: 'packages.list',
  surveys: 'survey.list',
  messages: 'message.show',
  jobs: 'jobs.list',
  live: 'live.list',
  refunds: 'refunds.list',
  staff: 'staff.list',
}

/** Single records: the path, its action, and the name of the field that the id fills. */
export const RECORDS: Readonly<Record<string, { action: string; field: string }>> = {
  titles: { action: 'catalogue.show', field: 'id' },
  people: { action: 'users.show', field: 'person' },
  tickets: { action: 'support.show', field: 'number' },
  payments: { action: 'payments.show', field: 'payment' },
  live: { action: 'live.show', field: 'title' },
}

/** Returns one page of the data of an action. */
export function pageOf(data: unknown, query: ListQuery): List {
  const isEmpty = data === null || data === undefined
  const all = (Array.isArray(data) ? data : isEmpty ? [] : [data]) as Record<string, unknown>[]
  const { sort, order } = query
  const sorted = sort
    ? all.toSorted((a, b) => compare(a[sort], b[sort]) * (order === 'desc' ? -1 : 1))
    : all
  const { limit, offset } = paged(query)
  return { rows: sorted.slice(offset, offset + limit), total: all.length }
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  if (a instanceof Date && b instanceof Date) return a.getTime() - b.getTime()
  return String(a ?? '').localeCompare(String(b ?? ''))
}
