/** Deletes expired rows: one batch of each table in turn, so that a large table does not delay the others. */
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { databaseError } from '../../platform/db/errors.ts'
import type { Database } from '../../platform/db/open.ts'
import { type Batch, runBatch } from './batch.ts'
import { TASKS, type Task } from './tasks.ts'

/** A lock timeout or a deadlock: the other transaction has priority. */
const YIELDS = new Set(['55P03', '40P01'])

export type Outcome = {
  changed: Array<{ task: Task; rows: number }>
  /** False if the time limit was reached or rows were locked; the next run continues. */
  isComplete: boolean
}
export type RunOptions = {
  /** Maximum number of rows in a batch. */
  size?: number
  pauseMs?: number
  /** Time limit in milliseconds, after which no batch starts. */
  budgetMs?: number
  signal?: AbortSignal
  onBatch?: (task: Task, rows: number) => void
}

export async function enforceRetention(
  { db, log }: { db: Database; log: Logger },
  { size = 1_000, pauseMs = 100, budgetMs = 240_000, signal, onBatch }: RunOptions = {},
): Promise<Outcome> {
  const rows = new Map(TASKS.map(task => [task, 0]))
  const end = performance.now() + budgetMs
  const queue: Array<{ task: Task; after: string | null }> = TASKS.map(task => ({
    task,
    after: null,
  }))
  let isComplete = true
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { task, after } = next
    const isOver = performance.now() >= end || signal?.aborted === true
    const batch = isOver ? null : await tryBatch(db, task, { size, after })
    if (!batch) {
      isComplete = false
      continue
    }
    if (batch.changed > 0) onBatch?.(task, batch.changed)
    rows.set(task, (rows.get(task) ?? 0) + batch.changed)
    if (batch.found < size) continue
    queue.push({ task, after: batch.last })
    await wait(pauseMs)
  }
  const changed = [...rows].map(([task, count]) => ({ task, rows: count }))
  for (const { task, rows } of changed)
    if (rows > 0)
      log.info({ event: 'retention', table: task.name, action: task.action, rows }, 'retention')
  if (!isComplete) log.warn({ event: 'retention_incomplete' }, 'retention')
  return { changed, isComplete }
}

/** Returns null if the rows are locked. */
async function tryBatch(
  db: Database,
  task: Task,
  how: Parameters<typeof runBatch>[2],
): Promise<Batch | null> {
  try {
    return await runBatch(db, task, how)
  } catch (error) {
    if (YIELDS.has(databaseError(error)?.code ?? '')) return null
    throw error
  }
}
