/**
 * Measures the lists and searches of the console with 100,000 titles and 1,000,000 users. Writes its section of docs/benchmarks.md.
 * `npm run bench -- console [repetitions] [share of the rows]`. The rows are generated once, in BENCH_DIR (.data/bench).
 */
import { type SQL, sql } from 'drizzle-orm'
import { LISTS, ListQuery } from '#src/service/operations/console/lists.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { openBench } from './database.ts'
import { machine, type Times, timesOf, writeReport } from './report.ts'

/** A share of the rows, to try the benchmark itself. */
const SHARE = Number(process.argv[3] ?? 1)
const COUNTS = { titles: 100_000, users: 1_000_000, payments: 500_000, tickets: 200_000 }
const OTHERS = { comments: 300_000, audit: 300_000 }
const CHUNK = 20_000
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
    'draft=true',
    'removed=true',
    'kind=series',
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
    'assignee=sara@example.com',
    'sort=updatedAt&order=desc',
    'sort=createdAt&order=asc',
  ],
  payments: [
    '',
    'state=paid',
    'state=failed&kind=ticket',
    'gateway=zibal',
    'q=pay-77',
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

async function generate({ db }: Deps): Promise<void> {
  const { rows } = await db.execute(sql`select from facts where key = ${FACT}`)
  if (rows.length > 0) return
  const ago = (seconds: number) =>
    sql`timestamptz '2026-11-28' - n * interval '${sql.raw(String(seconds))} seconds'`
  const pick = (of: readonly string[], factor = 1) =>
    sql`(array[${sql.raw(of.map(each => `'${each}'`).join(', '))}])[1 + (n * ${sql.raw(String(factor))}) % ${sql.raw(String(of.length))}]`
  const fill = async (count: number, statement: (numbers: SQL) => SQL) => {
    const all = Math.ceil(count * SHARE)
    // One statement for all rows would take longer than a statement may.
    for (let from = 1; from <= all; from += CHUNK) {
      const to = Math.min(all, from + CHUNK - 1)
      await db.execute(statement(sql.raw(`generate_series(${from}, ${to}) n`)))
    }
  }
  const statements: [number, (numbers: SQL) => SQL][] = [
    [
      COUNTS.users,
      numbers => sql`insert into users (id, msisdn, name, family, created_at)
      select 'u-' || n, '09' || (100000000 + n), ${pick(['رضا', 'مریم', 'سارا', 'علی', 'نیلوفر'])},
        ${pick(['محمدی', 'کریمی', 'احمدی', 'رستمی'], 7)} || ' ' || n % 997, ${ago(60)} from ${numbers}`,
    ],
    [
      COUNTS.titles,
      numbers => sql`insert into contents (id, external_id, short_id, type, slug_fa, slug_en, title_fa, title_en, search_text, year, age_limit,
        poster_path, published_at, view_count, category_ids, removed_at, updated_at)
      select 'c-' || n, 'title-' || n, lpad(n::text, 8, '0'), case when n % 5 = 0 then 'series' else 'single_video' end,
        'فیلم-' || n, 'film-' || n, 'فیلم ' || n, 'Film ' || n, 'فیلم ' || n || ' film ' || n, 1950 + n % 76,
        case when n % 10 = 0 then null else 15 end, case when n % 20 = 0 then null else 'posters/' || n end,
        ${ago(300)} + interval '3 days', n * 7919 % 100000, '{}', case when n % 50 = 0 then now() end, ${ago(77)}
      from ${numbers}`,
    ],
    [
      0,
      () =>
        sql`insert into package_groups (id, title_fa, title_en) values ('bench', 'گروه', 'group')`,
    ],
    [
      0,
      () => sql`insert into packages (id, group_id, title_fa, title_en, duration_days, price)
      values ('bench', 'bench', 'بسته', 'package', 30, 1490000)`,
    ],
    [
      COUNTS.payments,
      numbers => sql`insert into transactions (id, user_id, kind, package_id, title_fa, title_en, duration_days, price, vat_percent, vat, total,
        state, gateway, authority, created_at, expires_at, failure_reason)
      select 'pay-' || n, 'u-' || n * 2, 'subscription', 'bench', 'بسته', 'package', 30, 1490000, 10, 149000, 1639000,
        ${pick(['failed', 'expired', 'redirected'])}, ${pick(['zarinpal', 'zibal', 'vandar'], 7)}, 'a-' || n, ${ago(90)}, ${ago(60)}, null
      from ${numbers}`,
    ],
    [
      COUNTS.tickets,
      numbers => sql`insert into tickets (id, user_id, title, text, status, department, assignee, created_at, updated_at)
      select 't-' || n, 'u-' || n * 5, ${pick(['صدا ندارم', 'پرداخت نشد', 'ورود نمی‌شود'])}, 'متن',
        case when n % 100 = 0 then 'pending' when n % 101 = 0 then 'in_progress' else 'completed' end,
        ${pick(['none', 'technical', 'support'], 7)}, case when n % 3 = 0 then 'sara@example.com' end, ${ago(200)}, ${ago(150)}
      from ${numbers}`,
    ],
    [
      OTHERS.comments,
      numbers => sql`insert into comments (id, content_id, user_id, text, hidden_at, held_for, created_at)
      select 'm-' || n, 'c-' || 1 + n % ${sql.raw(String(COUNTS.titles * SHARE))}, 'u-' || 1 + n % ${sql.raw(String(50_000 * SHARE))},
        ${pick(['بسیار خوب بود', 'خوب نبود', 'افتضاح بود', 'دیدنی است'])}, case when n % 50 = 0 then now() end,
        case when n % 100 = 0 then 'افتضاح' end, ${ago(130)}
      from ${numbers}`,
    ],
    [
      OTHERS.audit,
      numbers => sql`insert into audit_log (created_at, actor, action, target, details, host)
      select ${ago(100)}, ${pick(['sara@example.com', 'omid@example.com', 'lale@example.com'])},
        ${pick(['users.show', 'support.answer', 'catalogue.patch', 'users.block'], 3)}, 'u-' || n % 1000, '{}', 'bench'
      from ${numbers}`,
    ],
  ]
  for (const [count, statement] of statements)
    if (count > 0) await fill(count, statement)
    else await db.execute(statement(sql``))
  for (const table of ['users', 'contents', 'transactions', 'tickets', 'comments', 'audit_log'])
    await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`)
  await db.execute(sql`insert into facts (key, value) values (${FACT}, 'true'::jsonb)`)
}

type Measured = { list: string; query: string; times: Times }

async function measure(deps: Deps, list: string, query: string, times: number): Promise<Measured> {
  const read = LISTS[list]?.read
  const asked = ListQuery.parse(Object.fromEntries(new URLSearchParams(query)))
  const taken: number[] = []
  for (let round = -1; round < times; round++) {
    const started = performance.now()
    await read?.(deps, asked)
    // The first reading fills the cache of the database.
    if (round >= 0) taken.push(performance.now() - started)
  }
  return { list, query, times: timesOf(taken) }
}

const repetitions = Number(process.argv[2] ?? 20)
const { deps, stop } = await openBench('console', [])
await generate(deps)
const all: Measured[] = []
for (const [list, queries] of Object.entries(QUERIES))
  for (const query of queries) {
    const measured = await measure(deps, list, query, repetitions)
    all.push(measured)
    const { p50, p95 } = measured.times
    console.log(
      `${p95 > LIMIT_MS ? 'SLOW ' : ''}${list} ${query}: ${p50.toFixed(0)} / ${p95.toFixed(0)} ms`,
    )
  }
await stop()
if (SHARE < 1) process.exit()

const lines = Object.keys(QUERIES).map(list => {
  const own = all.filter(each => each.list === list)
  const slowest = own.toSorted((a, b) => b.times.p95 - a.times.p95)[0] as Measured
  const typical = timesOf(own.map(({ times }) => times.p50)).p50
  return `| ${list} | ${own.length} | ${typical.toFixed(0)} | ${slowest.times.p95.toFixed(0)} | \`${slowest.query || 'no filter'}\` |`
})
writeReport(
  'console',
  `## Lists of the console

Written by \`npm run bench -- console\` on ${machine()}: lists inside the service, one after another, PostgreSQL on the same machine, with
${COUNTS.titles.toLocaleString('en')} titles, ${COUNTS.users.toLocaleString('en')} users, ${COUNTS.payments.toLocaleString('en')} payments, ${COUNTS.tickets.toLocaleString('en')} tickets, ${OTHERS.comments.toLocaleString('en')} comments and ${OTHERS.audit.toLocaleString('en')} entries of the audit log. Each filter, search and order of a screen was read
${repetitions} times. Milliseconds; the limit is ${LIMIT_MS} at p95.

| list | filters | p50 of the middle one | p95 of the slowest | the slowest |
|---|---:|---:|---:|---|
${lines.join('\n')}
`,
)
