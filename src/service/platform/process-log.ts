/**
 * Sends uncaught errors and output of packages to the log as well: Node would print an error with everything attached to it,
 * including the parameters of a query, and Astro an address with its query.
 */
import { format } from 'node:util'
import type { Logger } from 'pino'
import { errorLine } from './safe-error.ts'

/** An unhandled rejection does not end the process; an uncaught exception does, since its unfinished work is unknown. */
export function logProcess(log: Logger): void {
  process.removeAllListeners('unhandledRejection')
  process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
  process.removeAllListeners('uncaughtException')
  process.on('uncaughtException', error => {
    log.fatal({ err: error }, 'uncaught exception: the process ends')
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

/** Returns the first line and the frames of a printed stack. The lines between them belong to the message. */
function firstAndFrames(text: string): string {
  if (!/\n\s+at /.test(text)) return text
  const [first, ...rest] = text.split('\n')
  return [first, ...rest.filter(line => /^\s+at /.test(line))].join('\n')
}
