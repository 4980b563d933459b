/** Formats the log for a terminal, in local time: `12:04:31 info  listening port=4321`. */
import type { DestinationStream } from 'pino'

const LEVELS: Readonly<Record<number, string>> = {
  10: 'trace',
  20: 'debug',
  30: 'info',
  40: 'warn',
  50: 'error',
  60: 'fatal',
}

type Line = {
  level: number
  time: string
  msg?: string
  err?: { type?: string; message?: string; stack?: string }
}

/** Writes each line of JSON to `out` in that form, and all other text unchanged. */
export function readableLines(out: DestinationStream): DestinationStream {
  return { write: text => out.write(readable(text)) }
}

function readable(text: string): string {
  let line: Line
  try {
    line = JSON.parse(text) as Line
  } catch {
    return text
  }
  const { level, time, msg = '', err, ...fields } = line
  const shown = Object.entries(fields).map(([name, value]) =>
    typeof value === 'object' ? `${name}=${JSON.stringify(value)}` : `${name}=${String(value)}`,
  )
  const localTime = new Date(time).toTimeString().slice(0, 8)
  const head = [localTime, (LEVELS[level] ?? String(level)).padEnd(5), msg, ...shown]
  const { type = 'Error', message = '', stack = '' } = err ?? {}
  const error = err ? `\n  ${type}: ${message}\n${stack}` : ''
  return `${head.join(' ')}${error}\n`
}
