// Work that all nodes share. A queue runs a job on one node at a time; here the scheduled run calls the other nodes, and
// each claims rows until none are left.
import type { Deps } from './deps.ts'

/** Maximum number of other nodes that help. */
const HELPERS = 8
const running = new WeakMap<Deps['db'], Set<string>>()

/** Enqueues jobs with which other nodes help. */
export async function callOtherNodes({ jobs }: Pick<Deps, 'jobs'>, job: string): Promise<void> {
  for (let helper = 1; helper <= HELPERS; helper++)
    await jobs.enqueue(job, {}, { singletonKey: `${job}:${helper}` })
}

/** Runs `work`, unless it is already running on this node. */
export async function onceOnThisNode(
  { db }: Pick<Deps, 'db'>,
  name: string,
  work: () => Promise<void>,
): Promise<void> {
  const names = running.get(db) ?? new Set()
  running.set(db, names)
  if (names.has(name)) return
  names.add(name)
  try {
    await work()
  } finally {
    names.delete(name)
  }
}
