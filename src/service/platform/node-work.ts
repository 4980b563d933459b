// Work that all nodes share. A queue runs a job on one node at a time; here the scheduled run calls the other nodes once it has a
// backlog, and each claims rows until none are left.
import type { Deps } from './deps.ts'

/** Maximum number of other nodes that help. */
const HELPERS = 8
const running = new WeakMap<Deps['db'], Set<string>>()

/** Returns the function that a run calls at each backlog. The first call enqueues jobs with which other nodes help. */
export function callOtherNodes({ jobs, log }: Pick<Deps, 'jobs' | 'log'>, job: string) {
  let calling: Promise<void> | null = null
  const call = async () => {
    for (let helper = 1; helper <= HELPERS; helper++)
      await jobs.enqueue(job, {}, { singletonKey: `${job}:${helper}` })
  }
  return async (): Promise<void> => {
    // This node does the whole work if no other one helps, so a failure must not end the run.
    calling ??= call().catch(error => log.warn({ err: error, job }, 'other nodes were not called'))
    await calling
  }
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
