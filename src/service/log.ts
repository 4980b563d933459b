/** The log. What may stand in it is decided here for every line; CONTRIBUTING.md says how to write one. */
import pino, { type DestinationStream, type Logger } from 'pino'
import type { Env } from './env.ts'
import { loggable, masked } from './http/mask.ts'
import { readableLines } from './log-lines.ts'
import { safeError } from './safe-error.ts'

/** Where the log of a node goes: JSON, or readable lines in the demo at a terminal. */
export function nodeLog({ LOG_LEVEL, MODE }: Pick<Env, 'LOG_LEVEL' | 'MODE'>): Logger {
  const out = pino.destination({ fd: 2, sync: false })
  const isForPerson = MODE !== 'production' && process.stderr.isTTY === true
  return createLog(LOG_LEVEL, isForPerson ? readableLines(out) : out)
}

export function createLog(level: Env['LOG_LEVEL'], stream?: DestinationStream): Logger {
  const fieldsOf = (fields: object) => loggable(fields, safeError) as Record<string, unknown>
  const log = pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      formatters: { log: fieldsOf },
      // It is safe by then; pino's own would add its message and fields again.
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod([first, ...rest], write) {
          // Alone, an error's message would become the line's.
          const given = first as unknown
          const fields = given instanceof Error ? { err: given } : given
          const [message = 'an error', ...values] = rest
          if (typeof fields === 'string') return write.call(this, masked(fields))
          write.call(this, fields as object, masked(String(message)), ...values)
        },
      },
    },
    stream ?? pino.destination({ fd: 2, sync: false }),
  )
  // Fields of a child pass no formatter.
  const child = log.child.bind(log)
  return Object.assign(log, { child: (fields: object) => child(fieldsOf(fields)) })
}
