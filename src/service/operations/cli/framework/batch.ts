/** Runs an action for several items in one command: every item is tried, and those that failed are named with the reason. */
import { errorLine } from '../../../platform/safe-error.ts'
import { line } from '../terminal.ts'
import { ArgumentsError, UsageError } from './errors.ts'
import type { Action } from './noun.ts'
import type { Part, Result } from './result.ts'

type Input = Record<string, unknown>
type BatchItem = { name: string; input: Input }

/** Returns the input for each item of an action with a `batchField`, without repeated items; other actions have none. */
export function batchItems({ action, input }: { action: Action; input: Input }): BatchItem[] {
  const items = new Map<string, BatchItem>()
  for (const [key, field] of Object.entries(action.args ?? {}))
    if (field.itemName)
      for (const value of input[key] as readonly unknown[])
        items.set(JSON.stringify(value), {
          name: field.itemName(value),
          input: { ...input, [key]: value },
        })
  return [...items.values()]
}

type Running = {
  perform: (input: Input) => Promise<Result>
  /** Called for an error that is not a refusal, since the report has only its kind. */
  onFault: (error: unknown) => void
}

/** @throws ArgumentsError, because then the call is wrong and not an item */
export async function performItems(
  items: readonly BatchItem[],
  { perform, onFault }: Running,
): Promise<Result> {
  const results: Result[] = []
  const failed: { item: string; message: string }[] = []
  const print: Part[] = []
  for (const { name, input } of items) {
    try {
      const result = await perform(input)
      results.push(result)
      print.push(...result.print)
    } catch (error) {
      if (error instanceof ArgumentsError) throw error
      const isRefusal = error instanceof UsageError
      if (!isRefusal) onFault(error)
      const message = isRefusal ? error.message : `It stopped: ${errorLine(error)}`
      failed.push({ item: name, message })
      print.push(line`${name}: ${message}`)
    }
  }
  return {
    data: { done: results.map(({ data }) => data), failed },
    print: [...print, `${results.length} of ${items.length} done.`],
    isIncomplete: failed.length > 0 || results.some(({ isIncomplete }) => isIncomplete),
  }
}
