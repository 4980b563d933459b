/**
 * Measures the lists, searches and other screens of the console with 100,000 titles and 1,000,000 users. Writes its section of docs/benchmarks.md.
 * `npm run bench -- console [repetitions] [share of the rows]`. The rows are generated once, in BENCH_DIR (.data/bench).
 */
import { type SQL, sql } from 'drizzle-orm'
import { requireUser } from '#src/service/accounts/session/users.ts'
import {
  listVoucherBatches,
  listVouchers,
} from '#src/service/commerce/checkout/voucher-use.queries.ts'
import { countSegment } from '#src/service/operations/campaigns/campaigns.ts'
import { LISTS, ListQuery } from '#src/service/operations/console/lists.ts'
import { readToday } from '#src/service/operations/console/today.ts'
import { readPersonView } from '#src/service/operations/people/person.ts'
import { buildReport, SHORT_SECTIONS } from '#src/service/operations/report/report.ts'
import { databaseNow } from '#src/service/platform/db/clock.ts'
import { SMS_SEGMENTS } from '#src/service/platform/db/schema/sms.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { openBench } from './database.ts'
import { machine, type Times, timesOf, writeReport } from './report.ts'

/** A share of the rows, to try the benchmark itself. */
const SHARE = Number(process.argv[3] ?? 1)
const COUNTS = { titles: 100_000, users: 1_000_000, payments: 500_000, tickets: 200_000 }
const OTHERS = {
  comments: 300_000,
  reports: 5_000,
  audit: 300_000,
  episodes: 100_000,
  vouchers: 20_000,
}
const DAYS = 30
/** Time between two payments. */
const PAYMENT_SECONDS = 25
const PLAYED_A_DAY = 5_000
const CHUNK = 20_000
const TABLES = [
  'users',
  'contents',
  'video_files',
  'content_watch_days',
  'vouchers',
  'transactions',
  'ledger_entries',
  'subscriptions',
  'sessions',
  'tickets',
  'comments',
  'comment_reports',
  'audit_log',
  'list_counts',
]
const FACT = 'bench-console'
const LIMIT_MS = 300

/** Every list with the filters of its screen. The values match few rows, many, and none. */
const QUERIES: Readonly<Record<string, readonly string[]>> = {
  titles: [
    '',
    'page=40',
    'q=فیلم ۵۰۱۲',
    'q=film 77',
    'q=nothing like it',
    'missing=poster',
    'missing=genre',
    'missing=age',
    'missing=stream',
    'missing=stream&sort=views&order=desc',
    'draft=true',
    'removed=true',
    'removed=false',
    'kind=series',
    'kind=audio',
    'kind=live',
    'kind=single_cinema_online',
    'sort=year&order=desc',
    'sort=views&order=desc',
    'sort=updatedAt&order=desc',
  ],
  people: [
    '',
    'page=200',
    'q=09123456789',
    'q=091234',
    'q=رضا',
    'q=محمدی ۴۲',
    'q=nothing like it',
    'sort=createdAt&order=desc',
    'sort=createdAt&order=asc',
  ],
  tickets: [
    '',
    'state=open',
    'state=pending&department=technical',
    'state=completed',
    'q=1500',
    'q=صدا',
    'q=xyz',
    'assignee=sara@example.com',
    'sort=updatedAt&order=desc',
    'sort=createdAt&order=asc',
  ],
  payments: [
    '',
    'state=paid',
    'state=failed&kind=ticket',
    'kind=gift',
    'gateway=zibal',
    'q=pay-77',
    'q=777',
    'q=none',
    'user=u-77',
    'from=2026-03-01&to=2026-03-31',
    'sort=total&order=desc',
  ],
  comments: [
    '',
    'state=held',
    'state=reported',
    'state=hidden',
    'state=shown',
    'q=خوب',
    'q=xyz',
    'user=u-77',
    'word=افتضاح',
    'sort=createdAt&order=asc',
  ],
  audit: [
    '',
    'actor=sara@example.com',
    'action=users',
    'action=users.show',
    'target=u-77',
    'from=2026-03-01&to=2026-03-31',
  ],
}

const PERSIAN = 'داستان مردی که پس از سال‌ها به شهر خود باز می‌گردد و خانه را خالی می‌یابد. '

/** Rows that their triggers would check one by one are inserted without them. */
type Step = { count: number; isUnchecked?: boolean; statement: (numbers: SQL) => SQL }

async function generate({ db }: Deps): Promise<void> {
  const { rows } = await db.execute(sql`select from facts where key = ${FACT}`)
  if (rows.length > 0) return
  const ago = (seconds: number) =>
    sql`timestamptz '2026-11-28' - n * interval '${sql.raw(String(seconds))} seconds'`
  const pick = (of: readonly string[], factor = 1) =>
    sql`(array[${sql.raw(of.map(each => `'${each}'`).join(', '))}])[1 + (n * ${sql.raw(String(factor))}) % ${sql.raw(String(of.length))}]`
  const fill = async ({ count, isUnchecked, statement }: Step) => {
    const all = Math.ceil(count * SHARE)
    // One statement for all rows would take longer than a statement may.
    for (let from = 1; from <= all; from += CHUNK) {
      const to = Math.min(all, from + CHUNK - 1)
      await db.transaction(async tx => {
        if (isUnchecked) await tx.execute(sql`set local session_replication_role = replica`)
        await tx.execute(statement(sql.raw(`generate_series(${from}, ${to}) n`)))
      })
    }
  }
  const of = (count: number) => sql.raw(String(Math.ceil(count * SHARE)))
  const steps: Step[] = [
    {
      count: COUNTS.users,
      statement: numbers => sql`insert into users (id, msisdn, name, family, created_at)
      select 'u-' || n, '09' || (100000000 + n), ${pick(['رضا', 'مریم', 'سارا', 'علی', 'نیلوفر'])},
        ${pick(['محمدی', 'کریمی', 'احمدی', 'رستمی'], 7)} || ' ' || n % 997, ${ago(60)} from ${numbers}`,
    },
    {
      count: COUNTS.titles,
      statement:
        numbers => sql`insert into contents (id, external_id, short_id, type, slug_fa, slug_en, title_fa, title_en, search_text, summary_fa, year,
        age_limit, poster_path, published_at, view_count, category_ids, removed_at, updated_at)
      select 'c-' || n, 'title-' || n, lpad(n::text, 8, '0'), case when n % 5 = 0 then 'series' else 'single_video' end,
        'فیلم-' || n, 'film-' || n, 'فیلم ' || n, 'Film ' || n, 'فیلم ' || n || ' film ' || n, repeat(${PERSIAN}, 4), 1950 + n % 76,
        case when n % 10 = 0 then null else 15 end, case when n % 20 = 0 then null else 'posters/' || n end,
        ${ago(300)} + interval '3 days', n * 7919 % 100000, case when n % 30 = 0 then '{}' else '{drama}'::text[] end,
        case when n % 50 = 0 then now() end, ${ago(77)}
      from ${numbers}`,
    },
    {
      count: COUNTS.titles / 5,
      statement:
        numbers => sql`insert into contents (id, external_id, short_id, type, slug_fa, slug_en, title_fa, search_text, published_at, series_id,
        season_number, updated_at)
      select 's-' || n * 5, 'season-' || n * 5, 's' || lpad(n::text, 7, '0'), 'season_of_series', 'فصل', 'season', 'فصل ۱', 'فصل 1', ${ago(900)},
        'c-' || n * 5, 1, ${ago(77)}
      from ${numbers}`,
    },
    {
      count: OTHERS.episodes,
      statement:
        numbers => sql`insert into contents (id, external_id, short_id, type, slug_fa, slug_en, title_fa, search_text, summary_fa, published_at,
        series_id, season_id, episode_number, updated_at)
      select 'e-' || n, 'episode-' || n, 'e' || lpad(n::text, 7, '0'), 'episode', 'قسمت', 'episode', 'قسمت ' || n, 'قسمت ' || n,
        repeat(${PERSIAN}, 2), ${ago(300)}, 'c-' || (1 + (n - 1) / 5) * 5, 's-' || (1 + (n - 1) / 5) * 5, 1 + n % 5, ${ago(77)}
      from ${numbers}`,
    },
    {
      count: OTHERS.episodes,
      statement: numbers => sql`insert into video_files (id, content_id, stream)
      select 'v-' || n, 'e-' || n, 'e/' || n from ${numbers} where n % 200 > 4`,
    },
    {
      count: COUNTS.titles,
      statement: numbers => sql`insert into video_files (id, content_id, stream)
      select 'f-' || n, 'c-' || n, 'c/' || n from ${numbers} where n % 5 > 0 and n % 40 > 1`,
    },
    {
      count: DAYS * PLAYED_A_DAY,
      statement: numbers => sql`insert into content_watch_days (content_id, day, views, seconds)
      select case when n % 2 = 0 then 'c-' || 1 + n * 7 % ${of(COUNTS.titles)} else 'e-' || 1 + n * 7 % ${of(OTHERS.episodes)} end,
        (now() - n % ${sql.raw(String(DAYS))} * interval '1 day')::date, 1 + n % 50, n % 50 * 1800
      from ${numbers} on conflict do nothing`,
    },
    {
      count: 1,
      statement: () =>
        sql`insert into package_groups (id, title_fa, title_en) values ('bench', 'گروه', 'group')`,
    },
    {
      count: 1,
      statement:
        () => sql`insert into packages (id, group_id, title_fa, title_en, duration_days, price)
      values ('bench', 'bench', 'بسته', 'package', 30, 1490000)`,
    },
    {
      count: OTHERS.vouchers,
      statement: numbers => sql`insert into vouchers (id, code, kind, percent, batch)
      select 'v-' || n, 'BENCH-' || n, 'percent', 20, 'batch-' || n % 200 from ${numbers}`,
    },
    {
      count: COUNTS.payments,
      statement:
        numbers => sql`insert into transactions (id, user_id, kind, package_id, content_id, ticket_hours, title_fa, title_en, duration_days, price,
        vat_percent, vat, total, state, gateway, authority, ref_id, created_at, paid_at, expires_at)
      select 'pay-' || n, 'u-' || n * 2, kind, case when kind = 'subscription' then 'bench' end, case when kind = 'ticket' then 'c-' || 1 + n % 90 end,
        case when kind = 'ticket' then 48 end, 'بسته', 'package', case when kind = 'subscription' then 30 end, price, 10, price / 10, price + price / 10, state,
        ${pick(['zarinpal', 'zibal', 'vandar'], 7)}, 'a-' || n, case when state = 'paid' then 'r-' || n end, created, case when state = 'paid' then created end,
        created + interval '1 hour'
      from (select n, case when n % 50 = 7 then 'ticket' else 'subscription' end as kind, (1 + n % 9) * 490000 as price, ${ago(PAYMENT_SECONDS)} as created,
        ${pick(['paid', 'failed', 'paid', 'expired', 'paid'])} as state from ${numbers}) p`,
    },
    {
      count: COUNTS.payments,
      isUnchecked: true,
      statement:
        numbers => sql`insert into ledger_entries (posting, account, amount, transaction_id, created_at)
      select 'paid:' || t.id, account, amount, t.id, t.created_at
      from ${numbers} join transactions t on t.id = 'pay-' || n and t.state = 'paid',
        lateral (values ('bank', t.total), ('revenue', -t.price), ('vat', -t.vat)) as entry (account, amount)`,
    },
    {
      count: COUNTS.payments,
      statement:
        numbers => sql`insert into subscriptions (id, user_id, source, transaction_id, package_id, title_fa, title_en, starts_at, ends_at, created_at)
      select 'sub-' || n, t.user_id, 'purchase', t.id, t.package_id, t.title_fa, t.title_en, t.created_at, t.created_at + interval '30 days', t.created_at
      from ${numbers} join transactions t on t.id = 'pay-' || n and t.state = 'paid' and t.kind = 'subscription'`,
    },
    {
      count: COUNTS.users,
      isUnchecked: true,
      statement:
        numbers => sql`insert into sessions (id, token_hash, user_id, slot, device, created_at, last_seen_at, expires_at)
      select 'z-' || n, 'h-' || n, 'u-' || n, 1, '{}', ${ago(60)}, ${ago(20)}, ${ago(60)} + interval '10 years' from ${numbers}`,
    },
    {
      count: COUNTS.tickets,
      statement:
        numbers => sql`insert into tickets (id, user_id, title, text, status, department, assignee, created_at, updated_at)
      select 't-' || n, 'u-' || n * 5, ${pick(['صدا ندارم', 'پرداخت نشد', 'ورود نمی‌شود'])}, repeat(${PERSIAN}, 4),
        case when n % 100 = 0 then 'pending' when n % 101 = 0 then 'in_progress' else 'completed' end,
        ${pick(['none', 'technical', 'support'], 7)}, case when n % 3 = 0 then 'sara@example.com' end, ${ago(200)}, ${ago(150)}
      from ${numbers}`,
    },
    {
      count: OTHERS.comments,
      statement:
        numbers => sql`insert into comments (id, content_id, user_id, text, hidden_at, held_for, created_at)
      select 'm-' || n, 'c-' || 1 + n % ${of(COUNTS.titles)}, 'u-' || 1 + n % ${of(50_000)},
        ${pick(['بسیار خوب بود', 'خوب نبود', 'افتضاح بود', 'دیدنی است'])}, case when n % 50 = 0 then now() end,
        case when n % 100 = 0 then 'افتضاح' end, ${ago(130)}
      from ${numbers}`,
    },
    {
      count: OTHERS.reports,
      statement: numbers => sql`insert into comment_reports (comment_id, user_id)
      select 'm-' || n * 31, 'u-' || n from ${numbers}`,
    },
    {
      count: OTHERS.audit,
      statement:
        numbers => sql`insert into audit_log (created_at, actor, action, target, details, host)
      select ${ago(100)}, ${pick(['sara@example.com', 'omid@example.com', 'lale@example.com'])},
        ${pick(['users.show', 'support.answer', 'catalogue.patch', 'users.block'], 3)}, 'u-' || n % 1000, '{}', 'bench'
      from ${numbers}`,
    },
  ]
  for (const step of steps) await fill(step)
  for (const table of TABLES) await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`)
  await db.execute(sql`insert into facts (key, value) values (${FACT}, 'true'::jsonb)`)
}

type Measured = { list: string; query: string; times: Times }

const SEGMENT_DAYS = 7
const SCREEN_READINGS = 5

/** Reads the data of the other screens. */
const SCREENS: Readonly<Record<string, (deps: Deps) => Promise<unknown>>> = {
  'Today, 7 days': deps => readToday(deps, 'admin', 7),
  'Today, 30 days': deps => readToday(deps, 'admin', 30),
  'one person': async deps => readPersonView(deps, await requireUser(deps, 'u-77')),
  'batches of vouchers': ({ db }) => listVoucherBatches(db, 1_000),
  'codes of a batch': ({ db }) => listVouchers(db, { codes: [], batch: 'batch-7' }),
  ...Object.fromEntries(
    SMS_SEGMENTS.map(kind => [
      `SMS to the segment ${kind}`,
      ({ db, now }: Deps) =>
        countSegment(db, { kind, packageId: 'bench', days: SEGMENT_DAYS }, now()),
    ]),
  ),
  ...Object.fromEntries(
    SHORT_SECTIONS.map(name => [
      `report of a month, ${name}`,
      (deps: Deps) => buildReport({ ...deps, databaseNow }, lastMonth(deps.now()), [name]),
    ]),
  ),
}

function lastMonth(now: Date) {
  return { from: new Date(now.getTime() - DAYS * 86_400_000), to: now }
}

async function measure(read: () => Promise<unknown>, times: number): Promise<Times> {
  const taken: number[] = []
  for (let round = -1; round < times; round++) {
    const started = performance.now()
    await read()
    // The first reading fills the cache of the database.
    if (round >= 0) taken.push(performance.now() - started)
  }
  return timesOf(taken)
}

const repetitions = Number(process.argv[2] ?? 20)
const { deps, stop } = await openBench('console', [])
await generate(deps)
const all: Measured[] = []
const note = (list: string, query: string, times: Times) => {
  all.push({ list, query, times })
  const { p50, p95 } = times
  const mark = p95 > LIMIT_MS ? 'SLOW ' : ''
  console.log(`${mark}${list} ${query}: ${p50.toFixed(0)} / ${p95.toFixed(0)} ms`)
}
for (const [list, queries] of Object.entries(QUERIES))
  for (const query of queries) {
    const asked = ListQuery.parse(Object.fromEntries(new URLSearchParams(query)))
    note(list, query, await measure(async () => LISTS[list]?.read(deps, asked), repetitions))
  }
for (const [name, read] of Object.entries(SCREENS))
  note('screens', name, await measure(() => read(deps), Math.min(repetitions, SCREEN_READINGS)))
await stop()
if (SHARE < 1) process.exit()

const lines = Object.keys(QUERIES).map(list => {
  const own = all.filter(each => each.list === list)
  const slowest = own.toSorted((a, b) => b.times.p95 - a.times.p95)[0] as Measured
  const typical = timesOf(own.map(({ times }) => times.p50)).p50
  return `| ${list} | ${own.length} | ${typical.toFixed(0)} | ${slowest.times.p95.toFixed(0)} | \`${slowest.query || 'no filter'}\` |`
})
const screens = all
  .filter(({ list }) => list === 'screens')
  .map(({ query, times: { p50, p95 } }) => `| ${query} | ${p50.toFixed(0)} | ${p95.toFixed(0)} |`)
writeReport(
  'console',
  `## Lists of the console

Written by \`npm run bench -- console\` on ${machine()}: lists inside the service, one after another, PostgreSQL on the same machine, with
${COUNTS.titles.toLocaleString('en')} titles, ${COUNTS.users.toLocaleString('en')} users, ${COUNTS.payments.toLocaleString('en')} payments, ${COUNTS.tickets.toLocaleString('en')} tickets, ${OTHERS.comments.toLocaleString('en')} comments and ${OTHERS.audit.toLocaleString('en')} entries of the audit log. Each filter, search and order of a screen was read
${repetitions} times. Milliseconds; the limit is ${LIMIT_MS} at p95.

| list | filters | p50 of the middle one | p95 of the slowest | the slowest |
|---|---:|---:|---:|---|
${lines.join('\n')}

What other screens read, ${SCREEN_READINGS} times each. Segments are counted when a message is drafted and sent, and a report when Finance asks for it; both may take longer than a
list. The month has ${DAYS} days of ${Math.round(86_400 / PAYMENT_SECONDS).toLocaleString('en')} payments.

| screen | p50 | p95 |
|---|---:|---:|
${screens.join('\n')}
`,
)
