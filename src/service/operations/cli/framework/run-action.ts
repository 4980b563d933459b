/** Runs an action: confirmation, transaction, dry run, audit, output. */

import { createInterface } from 'node:readline/promises'
import { inTransaction } from '../../../platform/db/open.ts'
import { recordAudit } from '../../audit/audit.ts'
import { line, say, sayJson, sayTableLine, withBars } from '../terminal.ts'
import type { Context, Installation } from './context.ts'
import { UsageError } from './errors.ts'
import type { Action } from './noun.ts'
import { createProgressDisplay } from './progress.ts'
import type { Part, Result } from './result.ts'
import { tableLines } from './table.ts'

export type Run = {
  noun: string
  name: string
  action: Action
  input: Record<string, unknown>
  actor: string
  isDryRun: boolean
  isJson: boolean
  /** True with --yes. */
  isConfirmed: boolean
}

/** @returns the exit code */
export async function runAction(run: Run): Promise<number> {
  const { action, isDryRun, isJson } = run
  if (action.effect === 'destroys' && !isDryRun) await confirm(run)
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

/** Carries the result of a dry run out of its transaction, which it rolls back. */
class DryRun extends Error {
  result: Result
  constructor(result: Result) {
    super('dry run')
    this.result = result
  }
}

/** Invalidates pages after the commit, because a node reads the new data as soon as it receives the message. */
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
}: Run): Pick<Context, 'actor' | 'isDryRun' | 'progress'> {
  return {
    actor,
    isDryRun,
    progress: createProgressDisplay(isJson),
  }
}

function withoutDatabase(run: Run): Context {
  const missing = () => {
    throw new Error("an action with transaction 'none' has no database")
  }
  return {
    ...shared(run),
    service: missing,
    get deps(): never {
      return missing()
    },
  }
}

function printParts(parts: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === 'string') say(part)
    else if ('block' in part) say(withBars(part.block))
    else for (const line of tableLines(part.columns, part.rows)) sayTableLine(line)
  }
}

type Question = { noun: string; name: string; isConfirmed: boolean; isJson: boolean }

/** Asks before an action that cannot be undone. @throws UsageError if the operator does not confirm */
async function confirm({ noun, name, isConfirmed, isJson }: Question): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY || isJson)
    throw new UsageError(
      `${noun} ${name} cannot be undone. Add --yes to do it, or --dry-run to see what it would do.`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(line`This cannot be undone. Type ${name} to continue: `)
  terminal.close()
  if (answer.trim() !== name) throw new UsageError('Nothing was changed.')
}
