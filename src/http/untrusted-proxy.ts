/**
 * Notices a proxy that TRUST_PROXY does not name. Its visitors cannot be told apart: they share one address, so that limits of
 * attempts stop them together, and every one of them seems to be a program of this machine.
 */
import type { Logger } from 'pino'
import { Gauge, type Registry } from 'prom-client'
import type { Env } from '../service/platform/env.ts'
import { addressMatcher, isPublicAddress, plainAddress } from '../service/platform/http/address.ts'
import type { Step } from './listen.ts'

const SAY_EVERY_MS = 3_600_000

export type ProxyWatch = {
  /** Reads each request, and answers none. */
  step: Step
  /** True once such a proxy has forwarded a request. */
  hasSeenProxy: () => boolean
}

export function watchUntrustedProxies(
  { TRUST_PROXY }: Pick<Env, 'TRUST_PROXY'>,
  { log, registry }: { log: Pick<Logger, 'warn'>; registry: Registry },
): ProxyWatch {
  const isTrusted = addressMatcher(TRUST_PROXY)
  let hasSeen = false
  let saidAt = Number.NEGATIVE_INFINITY
  new Gauge({
    name: 'pardeh_untrusted_proxy',
    help: '1 once a proxy that TRUST_PROXY does not name has forwarded a request, otherwise 0',
    registers: [registry],
    collect() {
      this.set(hasSeen ? 1 : 0)
    },
  })
  return {
    hasSeenProxy: () => hasSeen,
    step: (req, _, { isForwarded }) => {
      const proxy = plainAddress(req.socket.remoteAddress)
      // A visitor may send such headers too, but is not in the network of the nodes.
      if (!isForwarded || isTrusted(proxy) || isPublicAddress(proxy)) return false
      hasSeen = true
      const now = performance.now()
      if (now - saidAt < SAY_EVERY_MS) return false
      saidAt = now
      log.warn(
        { event: 'untrusted_proxy', proxy },
        'TRUST_PROXY does not name a proxy that forwards requests: all its visitors count as one',
      )
      return false
    },
  }
}
