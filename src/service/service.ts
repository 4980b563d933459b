/** What a service offers to the site, whether it runs in this process or in others. */
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { WatchedDatabase } from './platform/db/start.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/env.ts'
import type { FindCall } from './platform/http/api-call.ts'
import type { DirectAnswer, DirectCall } from './platform/http/direct-call.ts'
import type { RequestContext } from './platform/http/request-context.ts'
import { type KeySet, keySet } from './platform/keys.ts'
import type { ChangeFeed } from './platform/nodes/change-feed.ts'
import type { ReceiverOptions } from './platform/nodes/change-receiver.ts'

type Common = {
  log: Logger
  /** Keys that sign the `state` cookie. */
  stateKeys: KeySet
  call: (request: Request, context: RequestContext) => Promise<Response>
  /** Reasons why the service is not ready, for /readyz: `database`, `clock`, `search`, `service`; empty if it is ready. */
  faults: () => Promise<string[]>
  metrics: () => Promise<string>
  registry: Registry
  stop: () => Promise<void>
}
export type LocalService = Common & {
  kind: 'local'
  deps: Deps
  changes: ChangeFeed
  read: (call: DirectCall) => Promise<DirectAnswer>
  /** Finds a call of the API, for a site in this process. */
  find: FindCall
}
export type RemoteService = Common & { kind: 'remote' }
export type Service = LocalService | RemoteService
export type ServiceOptions = {
  /** Called with the tags of pages that are out of date; `*` means all pages. */
  onInvalidate?: (tags: string[]) => void
  /** Called if invalidations may have been missed: any page may be out of date. */
  onMissed?: () => void
  /** Called with false while invalidations may be missed. */
  onConnection?: (isConnected: boolean) => void
  /** Lets the caller register its own gauges. */
  onRegistry?: (registry: Registry) => void
  port?: number
  /** The database of the caller, who must stop it; without one the service starts its own. */
  database?: WatchedDatabase
}

/** Returns the options of a receiver of changes that reports them to the caller of the service. */
export function receiverOptions(
  { onInvalidate, onMissed, onConnection }: ServiceOptions,
  watch: Pick<ReceiverOptions, 'log' | 'registry'>,
): ReceiverOptions {
  return {
    onTags: tags => onInvalidate?.(tags),
    onMissed: () => onMissed?.(),
    onConnection: isConnected => onConnection?.(isConnected),
    ...watch,
  }
}

export function stateCookieKeys(env: Pick<Env, 'SECRET' | 'SECRET_PREVIOUS'>): KeySet {
  return keySet(env, 'state-cookie')
}
