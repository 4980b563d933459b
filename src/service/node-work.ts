// Work that every node helps with. A queue runs a job on one node at a time; here the scheduled run calls the others, and
// each claims rows of its own until none is left.
import type { Deps } from './deps.ts'

/** As many other nodes may help. */
const HELPERS = 8
const running = new WeakMap<Deps['db'], Set<string>>()

/** Enqueues the job that helps, for other nodes to take. */
export async function callOtherNodes({ jobs }: Pick<Deps, 'jobs'>, job: string): Promise<void> {
  for (let helper = 1; helper <= HELPERS; helper++)
    await jobs.enqueue(job, {}, { singletonKey: `${job}:${helper}` })
}

/** Runs `work`, unless this node is at it already. */
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
