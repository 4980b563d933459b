/** Identifies the callers of a service node by the signature of a page node. */
import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { Counter, type Registry } from 'prom-client'
import type { Env } from '../env.ts'
import {
  isNode,
  NODE_HEADER,
  nodeKeys,
  type Refusal,
  readVisitor,
  type SignedVisitor,
  VISITOR_HEADER,
} from './visitor-signature.ts'

const SAY_EVERY_MS = 60_000
const REFUSED: Record<Refusal, string> = {
  unknown:
    'a caller signs with another SECRET: use the same SECRET on page nodes and service nodes',
  clock: 'a caller signs with another time: start NTP on page nodes and service nodes',
}

type SignedCall = Pick<IncomingMessage, 'headers' | 'method' | 'url'>
export type Callers = {
  /** Returns the visitor; undefined without a valid signature, so that the address of the connection counts. */
  visitor: (call: SignedCall) => SignedVisitor | undefined
  /** Returns true if a page node calls on its own behalf, otherwise why it is not believed. */
  isNode: (call: SignedCall) => true | Refusal
}

export function createCallers(
  secrets: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>,
  {
    log,
    registry,
    now = () => new Date(),
  }: { log: Pick<Logger, 'warn'>; registry: Registry; now?: () => Date },
): Callers {
  const keys = nodeKeys(secrets)
  const strangers = new Counter({
    name: 'pardeh_unknown_signatures_total',
    help: 'Calls whose signature was refused: of another SECRET, request or time',
    registers: [registry],
  })
  const saidAt = { unknown: Number.NEGATIVE_INFINITY, clock: Number.NEGATIVE_INFINITY }

  function reportStranger(refusal: Refusal): void {
    strangers.inc()
    const time = performance.now()
    if (time - saidAt[refusal] < SAY_EVERY_MS) return
    saidAt[refusal] = time
    log.warn(REFUSED[refusal])
  }

  const requestOf = ({ method, url }: SignedCall) => ({ method: method ?? '', path: url ?? '' })

  return {
    visitor: call => {
      const header = call.headers[VISITOR_HEADER]
      if (header === undefined) return undefined
      const visitor = readVisitor(String(header), keys, requestOf(call), now().getTime())
      if (typeof visitor === 'object') return visitor
      reportStranger(visitor)
      return undefined
    },
    isNode: call => {
      const header = call.headers[NODE_HEADER]
      if (header === undefined) return 'unknown'
      const result = isNode(String(header), keys, requestOf(call), now().getTime())
      if (result !== true) reportStranger(result)
      return result
    },
  }
}
