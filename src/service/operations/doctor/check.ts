/** The checks of `./pardeh doctor`: each reports one result and what to do about it. */
import { EnvError } from '../../platform/env.ts'
import { createLog } from '../../platform/log.ts'
import { errorLine } from '../../platform/safe-error.ts'
import { StartError } from '../../platform/start-error.ts'

export type Outcome =
  | { status: 'ok'; found: string }
  | { status: 'warn' | 'fail'; found: string; advice: string }

export type Check = {
  /** A name such as `database clock`. */
  name: string
  /**
   * Returns null if the failure of another check explains why this one cannot run. A thrown error counts as a failure. @param signal aborts
   * when the time limit of the check is reached
   */
  run: (signal: AbortSignal) => Promise<Outcome | null>
  /** Advice if the check throws or takes too long. */
  advice: string
}

export type Finding = Outcome & { name: string }

/** A check that is skipped if the database cannot be reached. */
export type Dependent = (name: string, advice: string, run: () => Promise<Outcome | null>) => Check

/** Problems are reported as findings, so nothing is logged. */
export const silentLog = createLog('silent')

/** Time limit of each check in milliseconds; all checks run at the same time. */
const CHECK_MS = 5_000

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
    return fail(checkFailureReason(error), advice)
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

/** Returns the reason in one line. Errors whose text is written for operators are shown in full, others only as far as is safe. */
function checkFailureReason(error: unknown): string {
  const isTold =
    error instanceof StartError ||
    error instanceof EnvError ||
    (error instanceof Error && error.name === 'MediaStoreError')
  return (isTold ? error.message : errorLine(error)).replaceAll(/\s*\n\s*/g, ' ')
}
