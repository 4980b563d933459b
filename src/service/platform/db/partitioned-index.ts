/** Indexes of tables that an operator has partitioned: PostgreSQL can only build them concurrently on each partition. */
import pg from 'pg'

const CREATED =
  /^create (unique )?index concurrently if not exists "?(\w+)"? on "?(\w+)"?\s+(.*)$/is
const DROPPED = /^drop index concurrently if exists "?(\w+)"?/i

/**
 * Returns the statements to run in place of a concurrent statement of a migration; null if its table is not partitioned. All of
 * them are safe to run again.
 */
export async function partitionStatements(
  client: pg.Client,
  statement: string,
): Promise<string[] | null> {
  const dropped = DROPPED.exec(statement)?.[1]
  if (dropped !== undefined) {
    const { rowCount } = await client.query(
      `select from pg_class where oid = to_regclass(quote_ident($1)) and relkind = 'I'`,
      [dropped],
    )
    return rowCount ? [`drop index if exists ${pg.escapeIdentifier(dropped)}`] : null
  }
  const [, unique = '', name = '', table = '', rest = ''] = CREATED.exec(statement) ?? []
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_partition_tree(to_regclass(quote_ident($1))) t
     join pg_class c on c.oid = t.relid where t.isleaf and c.relispartition order by 1`,
    [table],
  )
  if (rows.length === 0) return null
  const whole = pg.escapeIdentifier(name)
  // The condition of a partial index contains the name of its table.
  const definition = rest.replaceAll(`"${table}".`, '')
  return [
    `create ${unique}index if not exists ${whole} on only ${pg.escapeIdentifier(table)} ${definition}`,
    ...rows.flatMap(partition => {
      const part = pg.escapeIdentifier(`${partition.name}_${name}`)
      const on = pg.escapeIdentifier(partition.name)
      return [
        `create ${unique}index concurrently if not exists ${part} on ${on} ${definition}`,
        `alter index ${whole} attach partition ${part}`,
      ]
    }),
  ]
}
