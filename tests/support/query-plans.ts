/** The plans with which PostgreSQL runs the queries of a call: each query is sent again with EXPLAIN (ANALYZE, BUFFERS). */
import type pg from 'pg'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: Node[]
}
export type Plans = {
  /** Number of 8 KB pages that were read, from memory or disk. */
  buffers: number
  /** Number of rows that scans of tables and indexes returned. */
  rows: number
  /** Tables that were scanned completely. */
  scanned: string[]
}
type Query = { text: string; values: unknown[] }

export async function plansOf(pool: pg.Pool, call: () => Promise<unknown>): Promise<Plans> {
  const queries = await queriesOf(pool, call)
  const plans: Plans = { buffers: 0, rows: 0, scanned: [] }
  for (const { text, values } of queries) {
    const { rows } = await pool.query(`explain (analyze, buffers, format json) ${text}`, values)
    const [{ Plan: root }] = rows[0]['QUERY PLAN'] as [{ Plan: Node }]
    plans.buffers += root['Shared Hit Blocks'] + root['Shared Read Blocks']
    for (const node of nodesOf(root)) {
      const table = node['Relation Name']
      if (!table) continue
      plans.rows += node['Actual Rows'] * node['Actual Loops']
      if (node['Node Type'] === 'Seq Scan') plans.scanned.push(table)
    }
  }
  return plans
}

/** Returns the reads that a call sends to the pool. */
async function queriesOf(pool: pg.Pool, call: () => Promise<unknown>): Promise<Query[]> {
  const queries: Query[] = []
  const send = pool.query
  const note = (query: string | { text: string }, values: unknown[] = []) => {
    const text = typeof query === 'string' ? query : query.text
    if (/^\s*(select|with)\b/i.test(text)) queries.push({ text, values })
    return (send as (...given: unknown[]) => unknown).call(pool, query, values)
  }
  Object.assign(pool, { query: note })
  try {
    await call()
  } finally {
    Object.assign(pool, { query: send })
  }
  return queries
}

function nodesOf(node: Node): Node[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)]
}
