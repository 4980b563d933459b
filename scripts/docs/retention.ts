/** Writes docs/retention.md: how long the rows of every table are stored. */
import { getTableName } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { PERSONAL_DATA } from '#src/service/operations/people/personal-data.ts'
import { RETENTION } from '#src/service/operations/retention/policy.ts'
import { QUEUE } from '#src/service/operations/retention/queue-tables.ts'
import {
  type Expiry,
  type Retention,
  retentionTimeText,
} from '#src/service/platform/db/retention.ts'

const INTRODUCTION = `# How long data is stored

Generated from the rules of the domains (\`src/service/operations/retention/policy.ts\`) by \`npm run docs\`. A test fails for a table without a rule.

To see which rows are due, run \`./pardeh retention --dry-run\`; without \`--dry-run\` the command deletes them at once. Normally the job \`retention.run\` does it
at minute 17 of every hour, in batches of 1,000 rows of each table in turn, by the clock of the database. It skips rows that are in use and ends after four
minutes; the next run continues. \`pardeh_retention_rows_total\` counts rows, and \`pardeh_retention_overdue_seconds\` is the time since the oldest row was due;
far above 3,600 the job falls behind.

"Of an erased person" says what \`./pardeh users erase NUMBER\` does at once, by request (\`src/service/operations/people/personal-data.ts\`). The
row of \`users\` stays, with \`erased-\` and its id in place of the number, because payments belong to it; the number is free again.
\`./pardeh users export NUMBER FILE\` writes everything that is stored about a person. A test fails for a table that refers to a person and has no rule.
`

const OUTSIDE = `
## Other places

| what | stored |
|---|---|
| the log | as your log store does; it holds ids and masked numbers only |
| error reports | not stored here; at SENTRY_DSN, one in ten |
| Redis | counters of volume limits, for the seconds of their window |
| the search engine at SEARCH_URL | names of titles and artists, and the fields of filters; nothing about visitors. Its slow log may contain search texts: leave it off |
| DATA_DIR | pictures, streams and the secret, until the operator removes them |
| backups | as you store them: a row that was deleted here is still in an older backup |
`

export function retentionDocument(): string {
  const rules = RETENTION.toSorted((a, b) => (nameOf(a.table) < nameOf(b.table) ? -1 : 1))
  const rows = rules.map(rule =>
    cells(`\`${nameOf(rule.table)}\``, times(rule), rule.why, erasure(rule)),
  )
  const queue = QUEUE.map(({ tables, stored, why }) =>
    cells(tables.map(name => `\`${name}\``).join(', '), stored, why),
  )
  return [
    INTRODUCTION,
    '## Tables\n',
    cells('table', 'stored', 'why', 'of an erased person'),
    '|---|---|---|---|',
    ...rows,
    '\n## Tables of the job queue, in the schema `jobs`\n',
    cells('table', 'stored', 'why'),
    '|---|---|---|',
    ...queue,
    OUTSIDE,
  ].join('\n')
}

function cells(...texts: string[]): string {
  return `| ${texts.join(' | ')} |`
}

function nameOf(table: PgTable): string {
  return getTableName(table)
}

function times(rule: Retention): string {
  if ('stored' in rule) return rule.stored
  if ('with' in rule) return `with its row of \`${nameOf(rule.with)}\``
  return rule.expiries.map(timeOf).join('; ')
}

function timeOf({ from, after, which, clears }: Expiry): string {
  const what = clears ? `${clears.map(({ name }) => `\`${name}\``).join(', ')} emptied` : 'deleted'
  return `${what} ${retentionTimeText(after)} after \`${from.name}\`${which ? `, if it ${which}` : ''}`
}

/** Returns what `./pardeh users erase` does with a person's rows. */
function erasure(rule: Retention): string {
  const personal = PERSONAL_DATA.find(({ table }) => table === rule.table)
  if (!personal) return ''
  if (personal.erasure === 'deletes') return 'deleted'
  const { sets, why } = personal
  return `stays${sets ? ' without personal data' : ''}: ${why}`
}
