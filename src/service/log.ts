import pino, { type DestinationStream, type Logger } from 'pino'
import type { Env } from './env.ts'

/** Whatever bears one of these names is written without its value. */
const REDACTED = [
  '*.token',
  '*.access_token',
  '*.otp',
  '*.pin',
  '*.password',
  'err.request',
  '*.msisdn',
  'req.headers',
]

export function createLog(level: Env['LOG_LEVEL'], stream?: DestinationStream): Logger {
  return pino(
    {
      level,
      redact: { paths: REDACTED, censor: '…' },
      timestamp: pino.stdTimeFunctions.isoTime,
      base: null,
    },
    stream ?? pino.destination({ fd: 2, sync: false }),
  )
}
