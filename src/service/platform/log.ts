/** The log. Every line is checked for personal data here; CONTRIBUTING.md explains how to write one. */
import { isatty } from 'node:tty'
import pino, { type DestinationStream, type Logger } from 'pino'
import { databaseFault } from './db/faults.ts'
import type { Env } from './env.ts'
import { loggableFields, maskText } from './http/mask.ts'
import { readableLines } from './log-lines.ts'
import { createLineLimit } from './repeated-lines.ts'
import { safeError } from './safe-error.ts'

/** Returns the log of a node: JSON, or readable lines in the demo at a terminal. */
export function nodeLog({ LOG_LEVEL, MODE }: Pick<Env, 'LOG_LEVEL' | 'MODE'>): Logger {
  const out = standardError()
  const isForPerson = MODE !== 'production' && process.stderr.isTTY === true
  return createLog(LOG_LEVEL, isForPerson ? readableLines(out) : out)
}

/**
 * Drops lines that can no longer be written because the terminal was closed. sonic-boom would throw the error of the first one, and
 * retry the last ones forever when the process ends, which would keep its port.
 */
function standardError() {
  const out = pino.destination({ fd: 2, sync: false })
  const wasTerminal = isatty(2)
  const flushSync = out.flushSync.bind(out)
  out.flushSync = () => {
    if (!wasTerminal || isatty(2)) flushSync()
  }
  out.on('error', () => {
    out.write = () => true
    out.flushSync = () => undefined
    out.end = () => undefined
  })
  return out
}

/** Returns what lines about one outage have in common; null for a line of a request, and if its error is not that of an outage. */
function outageKey({ err, requestId, ...fields }: Record<string, unknown>, text: string) {
  const fault = requestId === undefined ? databaseFault(err) : null
  return fault ? [text, fault, ...Object.entries(fields).flat().map(String)].join(' ') : null
}

export function createLog(level: Env['LOG_LEVEL'], stream?: DestinationStream): Logger {
  const limit = createLineLimit()
  const fieldsOf = (fields: object) => loggableFields(fields, safeError) as Record<string, unknown>
  const log = pino(
    {
      level,
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
      formatters: { log: fieldsOf },
      // The error is already safe; pino's serialiser would add its message and fields again.
      serializers: { err: (error: unknown) => error },
      hooks: {
        logMethod([first, ...rest], write) {
          // Without a message, the message of the error would become that of the line.
          const given = first as unknown
          const fields = given instanceof Error ? { err: given } : given
          const [message = 'an error', ...values] = rest
          if (typeof fields === 'string') return write.call(this, maskText(fields))
          const text = maskText(String(message))
          const key = outageKey(fields as Record<string, unknown>, text)
          if (!key) return write.call(this, fields as object, text, ...values)
          limit(key, more => write.call(this, { ...(fields as object), ...more }, text, ...values))
        },
      },
    },
    stream ?? standardError(),
  )
  // Fields of a child logger do not pass the formatter.
  const child = log.child.bind(log)
  return Object.assign(log, { child: (fields: object) => child(fieldsOf(fields)) })
}
