/** What `npm run doctor` looks at: each check finds one thing, and says what to do about it. */
import { EnvError } from '../env.ts'
import { createLog } from '../log.ts'
import { errorLine } from '../safe-error.ts'
import { StartError } from '../start-error.ts'

export type Outcome =
  | { status: 'ok'; found: string }
  | { status: 'warn' | 'fail'; found: string; advice: string }

export type Check = {
  /** Such as `database clock`. */
  name: string
  /**
   * Null where the failure of another check says why nothing can be found. An error that it throws is a failure.
   * @param signal aborts when its time is over
   */
  run: (signal: AbortSignal) => Promise<Outcome | null>
  /** What to do when it throws or takes too long. */
  advice: string
}

export type Finding = Outcome & { name: string }

/** A check that is left out where the database cannot be reached. */
export type Dependent = (name: string, advice: string, run: () => Promise<Outcome | null>) => Check

/** What is wrong is told by the findings. */
export const silentLog = createLog('silent')

/** Milliseconds for each check; all run at once. */
export const CHECK_MS = 5_000

export async function runChecks(checks: readonly Check[], ms = CHECK_MS): Promise<Finding[]> {
  const found = await Promise.all(
    checks.map(async check => ({ name: check.name, outcome: await outcomeOf(check, ms) })),
  )
  return found.flatMap(({ name, outcome }) => (outcome ? [{ name, ...outcome }] : []))
}

async function outcomeOf({ run, advice }: Check, ms: number): Promise<Outcome | null> {
  const time = new AbortController()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<Outcome>(done => {
    timer = setTimeout(() => {
      time.abort()
      done(fail(`no answer within ${ms / 1_000} s`, advice))
    }, ms)
  })
  try {
    return await Promise.race([run(time.signal), late])
  } catch (error) {
    return fail(reasonOf(error), advice)
  } finally {
    clearTimeout(timer)
  }
}

export function ok(found: string): Outcome {
  return { status: 'ok', found }
}

export function warn(found: string, advice: string): Outcome {
  return { status: 'warn', found, advice }
}

export function fail(found: string, advice: string): Outcome {
  return { status: 'fail', found, advice }
}

/** In one line. Messages of these kinds are written for the operator; of others only what is safe to show. */
export function reasonOf(error: unknown): string {
  const isTold =
    error instanceof StartError ||
    error instanceof EnvError ||
    (error instanceof Error && error.name === 'MediaStoreError')
  return (isTold ? error.message : errorLine(error)).replaceAll(/\s*\n\s*/g, ' ')
}
