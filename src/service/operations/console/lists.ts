/** The lists of the console that are too long for memory: each reads one page from the database, and counts the rest. */
import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { Msisdn } from '#src/contract/fields.ts'
import { DAY_MS } from '#src/lib/text/milliseconds.ts'
import { maskMsisdn } from '#src/lib/text/msisdn.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { fromWire, isWire } from '#src/lib/text/tehran.ts'
import { GATEWAYS } from '../../commerce/checkout/payment-list.queries.ts'
import { normalizeHeldWord } from '../../community/comments/held-words.ts'
import { tryHeldWords } from '../../community/comments/moderation.ts'
import { translationColumns } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { auditLog } from '../../platform/db/schema/audit.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { payments } from '../../platform/db/schema/checkout.ts'
import { commentReports, comments } from '../../platform/db/schema/comments.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { supportTickets } from '../../platform/db/schema/support.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
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

/** A list with more rows than this reports one more, and the console says that there are more. */
const COUNTED = 10_000

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

/**
 * Counts the rows of a list up to one more than COUNTED. Counting a million rows takes longer than reading a page, and no member of the
 * team turns that many pages.
 */
async function countUpTo(db: Queryable, table: PgTable, where: SQL | undefined): Promise<number> {
  const rows = db
    .select({ one: sql`1` })
    .from(table)
    .where(where)
    .limit(COUNTED + 1)
    .as('counted')
  const [sum] = await db.select({ total: count() }).from(rows)
  return sum?.total ?? 0
}

/** Escapes the signs that LIKE understands. */
function containing(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`
}

const listTitles: ReadList = async ({ db, now }, query) => {
  const { q, ids, kind, missing, draft, removed } = query
  const lacks = {
    poster: isNull(contents.posterPath),
    genre: sql`cardinality(${contents.categoryIds}) = 0`,
    age: isNull(contents.ageLimit),
    // The list of what has a stream is read once, not once for each title.
    stream: sql`${contents.id} not in (select coalesce(part.series_id, part.id) from ${videoFiles} v
      join ${contents} part on part.id = v.content_id)`,
  }
  const where = and(
    isNull(contents.seriesId),
    ids ? inArray(contents.externalId, ids.split(',')) : undefined,
    removed === 'true' ? sql`${contents.removedAt} is not null` : undefined,
    removed === 'false' ? isNull(contents.removedAt) : undefined,
    draft === 'true' ? sql`${contents.publishedAt} > ${now()}` : undefined,
    draft === 'false' ? sql`${contents.publishedAt} <= ${now()}` : undefined,
    kind ? eq(sql`${contents.type}::text`, kind) : undefined,
    missing ? lacks[missing] : undefined,
    q
      ? or(
          ilike(contents.searchText, containing(searchText(q))),
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
  const { limit, offset } = paged(query)
  const [rows, total] = await Promise.all([
    db
      .select({
        id: contents.externalId,
        shortId: contents.shortId,
        kind: contents.type,
        ...translationColumns(contents, 'title'),
        year: contents.year,
        ageLimit: contents.ageLimit,
        poster: contents.posterPath,
        genres: sql<number>`cardinality(${contents.categoryIds})`.mapWith(Number),
        flags: contents.flags,
        views: contents.viewCount,
        publishedAt: contents.publishedAt,
        unpublishAt: contents.unpublishAt,
        availableAt: contents.availableAt,
        removedAt: contents.removedAt,
        version: contents.updatedAt,
      })
      .from(contents)
      .where(where)
      .orderBy(
        ...orderOf(query, sorts, contents.id, [desc(contents.publishedAt), desc(contents.id)]),
      )
      .limit(limit)
      .offset(offset),
    countUpTo(db, contents, where),
  ])
  return { rows, total }
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
    countUpTo(db, users, where),
  ])
  return {
    rows: rows.map(({ msisdn, ...row }) => ({
      ...row,
      number: row.erasedAt ? null : maskMsisdn(msisdn),
    })),
    total,
  }
}

/** Open tickets come first, and the one that waits longest before all. */
const listTickets: ReadList = async ({ db }, query) => {
  const { state, department, assignee, q } = query
  const status = sql`${supportTickets.status}::text`
  const where = and(
    state === 'open' ? ne(supportTickets.status, 'completed') : undefined,
    state && state !== 'open' ? eq(status, state) : undefined,
    department ? eq(sql`${supportTickets.department}::text`, department) : undefined,
    assignee ? eq(supportTickets.assignee, assignee) : undefined,
    q
      ? or(ilike(supportTickets.title, containing(q)), eq(sql`${supportTickets.number}::text`, q))
      : undefined,
  )
  const sorts = {
    number: supportTickets.number,
    createdAt: supportTickets.createdAt,
    updatedAt: supportTickets.updatedAt,
  }
  const usual = [
    sql`case ${supportTickets.status} when 'pending' then 0 when 'completed' then 2 else 1 end`,
    asc(supportTickets.updatedAt),
    asc(supportTickets.id),
  ]
  const { limit, offset } = paged(query)
  const [rows, total] = await Promise.all([
    db
      .select({
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
      .where(where)
      .orderBy(...orderOf(query, sorts, supportTickets.id, usual))
      .limit(limit)
      .offset(offset),
    countUpTo(db, supportTickets, where),
  ])
  return { rows, total }
}

const listPayments: ReadList = async ({ db }, query) => {
  const { state, kind, gateway, user, from, to, q } = query
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
        )
      : undefined,
  )
  const sorts = { createdAt: payments.createdAt, total: payments.total }
  const { limit, offset } = paged(query)
  const [rows, total] = await Promise.all([
    db
      .select({
        id: payments.id,
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
      .where(where)
      .orderBy(...orderOf(query, sorts, payments.id, [desc(payments.createdAt), desc(payments.id)]))
      .limit(limit)
      .offset(offset),
    countUpTo(db, payments, where),
  ])
  return { rows, total }
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
  const where = and(
    word === undefined
      ? undefined
      : inArray(
          comments.id,
          matches.map(({ id }) => id),
        ),
    state && Object.hasOwn(states, state) ? states[state] : undefined,
    user ? eq(comments.userId, user) : undefined,
    q ? ilike(comments.text, containing(q)) : undefined,
  )
  const { limit, offset } = paged(query)
  const [rows, total] = await Promise.all([
    db
      .select({
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
      .where(where)
      .orderBy(
        ...orderOf(query, { createdAt: comments.createdAt }, comments.id, [
          desc(comments.createdAt),
          desc(comments.id),
        ]),
      )
      .limit(limit)
      .offset(offset),
    countUpTo(db, comments, where),
  ])
  return { rows, total }
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
    countUpTo(db, auditLog, where),
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
