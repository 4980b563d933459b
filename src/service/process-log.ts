/**
 * What no handler caught, and what packages print by themselves, goes through the log as well: Node would print an error with all
 * that hangs on it, a query's parameters included, and Astro an address with its query.
 */
import { format } from 'node:util'
import type { Logger } from 'pino'
import { errorLine } from './safe-error.ts'

/** A rejection that nobody waits for ends no process; an exception that nobody caught does, for what it left half done is unknown. */
export function logProcess(log: Logger): void {
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', error => log.error({ err: error }, 'nobody waits for this'))
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'nobody caught this: the process ends')
    process.exit(1)
  })
  for (const name of ['error', 'warn', 'info', 'log', 'debug'] as const)
    console[name] = (...given: unknown[]) =>
      log[name === 'log' ? 'info' : name](format(...given.map(printable)))
}

function printable(value: unknown): unknown {
  if (value instanceof Error) return errorLine(value)
  if (typeof value === 'string') return firstAndFrames(value)
  return typeof value === 'object' ? '…' : value
}

/** A stack that was printed as text: what stands between its first line and its frames is the rest of a message. */
function firstAndFrames(text: string): string {
  if (!/\n\s+at /.test(text)) return text
  const [first, ...rest] = text.split('\n')
  return [first, ...rest.filter(line => /^\s+at /.test(line))].join('\n')
}
