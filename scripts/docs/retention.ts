/** docs/retention.md: how long the rows of every table are stored. */
import { getTableName } from 'drizzle-orm'
import { getTableConfig, type PgTable } from 'drizzle-orm/pg-core'
import { type Expiry, type Retention, timeText } from '#src/service/db/retention.ts'
import { users } from '#src/service/db/schema/users.ts'
import { RETENTION } from '#src/service/retention/policy.ts'
import { QUEUE } from '#src/service/retention/queue-tables.ts'

const INTRODUCTION = `# How long data is stored

Generated from the rules of the domains (\`src/service/retention/policy.ts\`) by \`npm run docs\`; a test fails for a table without a rule.

The job \`retention.run\` does it at minute 17 of every hour, in batches of 1,000 rows of each table in turn, by the clock of the database. It
skips rows that are in use and ends after four minutes; the next run goes on. \`npm run retention -- --dry-run\` counts what is over its
time, without \`--dry-run\` it is deleted at once. Metrics: \`pardeh_retention_rows_total\` counts rows, and
\`pardeh_retention_overdue_seconds\` says for how long the oldest row has been over its time; far above 3,600 the job falls behind.

"With the account" says what happens when an operator deletes the row of \`users\`: the foreign keys decide. A user who has bought
something cannot be deleted while the accounts are stored. The product itself deletes profiles, not accounts.
`

const OUTSIDE = `
## Outside the tables

| what | stored |
|---|---|
| the log | as your log store does; it holds ids and masked numbers only |
| error reports | not stored here; at SENTRY_DSN, one in ten |
| Redis | counters of volume limits, for the seconds of their window |
| DATA_DIR | pictures, streams and the secret, until the operator removes them |
| backups | as you store them: a row that was deleted here is still in an older backup |
`

export function retentionDocument(): string {
  const rules = RETENTION.toSorted((a, b) => (nameOf(a.table) < nameOf(b.table) ? -1 : 1))
  const rows = rules.map(rule =>
    cells(`\`${nameOf(rule.table)}\``, times(rule), rule.why, leaves(rule)),
  )
  const queue = QUEUE.map(({ tables, stored, why }) =>
    cells(tables.map(name => `\`${name}\``).join(', '), stored, why),
  )
  return [
    INTRODUCTION,
    '## Tables\n',
    cells('table', 'stored', 'why', 'with the account'),
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
  return `${what} ${timeText(after)} after \`${from.name}\`${which ? `, if it ${which}` : ''}`
}

const EFFECTS = {
  cascade: 'deleted',
  restrict: 'prevents it',
  'set null': 'stays without its name',
}
type Effect = keyof typeof EFFECTS

function leaves(rule: Retention): string {
  const above = 'with' in rule ? effectOf(rule.with, new Set()) : null
  const effect = effectOf(rule.table, new Set()) ?? above
  return effect ? EFFECTS[effect] : ''
}

/** What the deletion of a user does to rows of a table, by way of other tables too. */
function effectOf(table: PgTable, seen: Set<PgTable>): Effect | null {
  if (table === users) return 'cascade'
  if (seen.has(table)) return null
  seen.add(table)
  const effects = getTableConfig(table).foreignKeys.flatMap(key => {
    const { foreignTable } = key.reference()
    const above = effectOf(foreignTable, seen)
    if (above !== 'cascade') return above === 'restrict' ? [above] : []
    return [(key.onDelete ?? 'restrict') as Effect]
  })
  return (['restrict', 'cascade', 'set null'] as const).find(each => effects.includes(each)) ?? null
}
