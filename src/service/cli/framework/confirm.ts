/** Asks before what cannot be undone. */
import { createInterface } from 'node:readline/promises'
import { line } from '../terminal.ts'
import { UsageError } from './errors.ts'

type Question = { noun: string; name: string; isConfirmed: boolean; isJson: boolean }

/** @throws UsageError where nobody confirms it */
export async function confirmed({ noun, name, isConfirmed, isJson }: Question): Promise<void> {
  if (isConfirmed) return
  if (!process.stdin.isTTY || isJson)
    throw new UsageError(
      `${noun} ${name} cannot be undone. Add --yes to do it, or --dry-run to see what it would do.`,
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await terminal.question(line`This cannot be undone. Type ${name} to go on: `)
  terminal.close()
  if (answer.trim() !== name) throw new UsageError('Nothing was changed.')
}
