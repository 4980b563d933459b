/** Runs an action for a terminal: confirmation, database, output. */

import { createInterface } from 'node:readline/promises'
import { line, say, sayJson, sayTableLine, withBars } from '../terminal.ts'
import { UsageError } from './errors.ts'
import { type Performance, performAction, transactionOf } from './perform-action.ts'
import { createProgressDisplay } from './progress.ts'
import type { Part, Result } from './result.ts'
import { tableLines } from './table.ts'

type Run = Omit<Performance, 'progress'> & {
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
  const progress = createProgressDisplay(run.isJson)
  if (transactionOf(run) === 'none') return performAction({ ...run, progress }, null)
  const { openInstallation } = await import('./context.ts')
  const installation = await openInstallation(undefined, run)
  try {
    return await performAction({ ...run, progress }, installation)
  } finally {
    await installation.stop()
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
