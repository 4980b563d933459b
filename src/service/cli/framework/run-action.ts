/** Runs an action: confirmation, transaction, dry run, audit, output. */
import { recordAudit } from '../../audit/audit.ts'
import { inTransaction } from '../../db/open.ts'
import { line, say, sayJson } from '../terminal.ts'
import { progressBar } from './bar.ts'
import { confirmed } from './confirm.ts'
import type { Context, Installation } from './context.ts'
import type { Action } from './noun.ts'
import { printParts } from './print.ts'
import type { Result } from './result.ts'

export type Run = {
  noun: string
  name: string
  action: Action
  input: Record<string, unknown>
  actor: string
  isDryRun: boolean
  isJson: boolean
  /** --yes */
  isConfirmed: boolean
}

/** @returns the exit code */
export async function runAction(run: Run): Promise<number> {
  const { action, isDryRun, isJson } = run
  if (action.effect === 'destroys' && !isDryRun) await confirmed(run)
  const result = await resultOf(run)
  if (isJson) sayJson(isDryRun ? { ...Object(result.data), dry_run: true } : result.data)
  else {
    printParts(result.print)
    if (isDryRun) say('This was a dry run: nothing was changed.')
  }
  return result.isIncomplete ? 1 : 0
}

async function resultOf(run: Run): Promise<Result> {
  const { action, input } = run
  const kind =
    typeof action.transaction === 'function' ? action.transaction(input) : action.transaction
  if (kind === 'none') return action.run(withoutDatabase(run), input)
  const { openInstallation } = await import('./context.ts')
  const installation = await openInstallation(undefined, run)
  try {
    return kind === 'own' ? await inSteps(run, installation) : await inOne(run, installation)
  } finally {
    await installation.stop()
  }
}

async function inSteps(run: Run, { deps, service }: Installation): Promise<Result> {
  const result = await run.action.run({ ...shared(run), deps, service }, run.input)
  if (!run.isDryRun) await audit(run, deps.db, result)
  return result
}

/** Rolls a dry run back. */
class DryRun extends Error {
  result: Result
  constructor(result: Result) {
    super('dry run')
    this.result = result
  }
}

/** Pages are invalidated after the commit: a node that hears of a change reads it at once. */
async function inOne(run: Run, installation: Installation): Promise<Result> {
  const tags = new Set<string>()
  const { deps } = installation
  const invalidate = async (more: string[]) => more.forEach(tag => void tags.add(tag))
  const result = await inTransaction(deps.db, async tx => {
    const db = tx as unknown as typeof deps.db
    const inside = { ...deps, db, invalidate }
    const service = async () => ({ ...(await installation.service()), db, invalidate })
    const result = await run.action.run({ ...shared(run), deps: inside, service }, run.input)
    if (run.isDryRun) throw new DryRun(result)
    await audit(run, tx, result)
    return result
  }).catch(error => {
    if (error instanceof DryRun) return error.result
    throw error
  })
  if (tags.size > 0 && !run.isDryRun) await deps.invalidate([...tags])
  return result
}

function audit(
  { action, noun, name, actor }: Run,
  db: Parameters<typeof recordAudit>[0],
  { audit }: Result,
) {
  if (action.effect === 'reads' && !audit) return
  const { target = '', details = {} } = audit ?? {}
  return recordAudit(db, { actor, action: `${noun}.${name}`, target, details })
}

function shared({
  actor,
  isDryRun,
  isJson,
}: Run): Pick<Context, 'actor' | 'isDryRun' | 'progress' | 'share'> {
  const isSeen = process.stderr.isTTY && !isJson
  return {
    actor,
    isDryRun,
    progress: text => void (isSeen && say(line`${text}`, process.stderr)),
    share: progressBar(isJson),
  }
}

function withoutDatabase(run: Run): Context {
  const missing = () => {
    throw new Error('this action has no database')
  }
  return {
    ...shared(run),
    service: missing,
    get deps(): never {
      return missing()
    },
  }
}
