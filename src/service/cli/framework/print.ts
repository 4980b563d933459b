import { block, say, sayTableLine } from '../terminal.ts'
import type { Part } from './result.ts'
import { tableLines } from './table.ts'

export function printParts(parts: readonly Part[]): void {
  for (const part of parts) {
    if (typeof part === 'string') say(part)
    else if ('block' in part) say(block(part.block))
    else for (const line of tableLines(part.columns, part.rows)) sayTableLine(line)
  }
}
