/** At a service node: whom a call comes from, by the signature of a page node. */
import type { IncomingHttpHeaders } from 'node:http'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Env } from '../env.ts'
import {
  isNode,
  NODE_HEADER,
  nodeKeys,
  readVisitor,
  type SignedVisitor,
  VISITOR_HEADER,
} from './visitor-signature.ts'

const SAY_EVERY_MS = 60_000

export type Callers = {
  /** Undefined without a valid signature: the caller is then whom its connection comes from. */
  visitor: (headers: IncomingHttpHeaders) => SignedVisitor | undefined
  /** Whether a page node itself calls. */
  isNode: (headers: IncomingHttpHeaders) => boolean
}

export function createCallers(
  secrets: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>,
  { log, registry }: { log: Pick<Logger, 'warn'>; registry: Registry },
): Callers {
  const keys = nodeKeys(secrets)
  const strangers = new Counter({
    name: 'pardeh_unknown_signatures_total',
    help: 'Calls with a signature of another SECRET',
    registers: [registry],
  })
  let saidAt = Number.NEGATIVE_INFINITY

  function reportStranger(): void {
    strangers.inc()
    const now = performance.now()
    if (now - saidAt < SAY_EVERY_MS) return
    saidAt = now
    log.warn('a caller signs with another SECRET: give page nodes and service nodes the same')
  }

  return {
    visitor: headers => {
      const header = headers[VISITOR_HEADER]
      if (header === undefined) return undefined
      const visitor = readVisitor(String(header), keys)
      if (!visitor) reportStranger()
      return visitor ?? undefined
    },
    isNode: headers => {
      const header = headers[NODE_HEADER]
      if (header === undefined) return false
      const isKnown = isNode(String(header), keys)
      if (!isKnown) reportStranger()
      return isKnown
    },
  }
}
