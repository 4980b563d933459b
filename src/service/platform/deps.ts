import type { Logger } from 'pino'
import type { Endpoint } from '#src/contract/endpoint.ts'
import type { Language } from '#src/contract/fields.ts'
import type { AgeType } from '#src/contract/profiles.ts'
import type { Providers } from './adapters/providers.ts'
import type { SmsSender } from './adapters/sms/sms.ts'
import type { Database, Queryable } from './db/open.ts'
import type { Env } from './env.ts'
import type { GuardedGet, GuardedRead } from './http/guarded-get.ts'
import type { GuardedPost } from './http/guarded-post.ts'
import type { Metrics } from './http/metrics.ts'
import type { Limits } from './http/rate-limits.ts'
import type { BoundRead } from './http/session-read.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keyring } from './keys.ts'
import type { Random } from './random.ts'

/** The caller: the user of the access token and, once chosen, the profile of the profile token. */
export type Viewer = {
  userId: string
  sessionId: string
  isSso: boolean
  /** Time of the last re-authentication in this session: src/service/accounts/session/reauth.ts. */
  codeVerifiedAt: Date | null
  passwordVerifiedAt: Date | null
  /** Null without a profile token. */
  profile: { id: string; isPrimary: boolean; ageType: AgeType } | null
  /** Age band of the profile that this session chose last, also if the call has no token for it; null before a profile was chosen. */
  ageType: AgeType | null
}

/** Sessions by token that a request has looked up: a page makes several calls, and looks its session up once. */
export type SessionMemo = Map<string, Promise<unknown>>

type AuthorizedCall = {
  header: (name: string) => string | undefined
  language: Language
  /** Rows that the call reads in the statement that looks up the session. */
  reads?: BoundRead | undefined
  sessions?: SessionMemo | undefined
}
/** `viewer` is null for an anonymous call that the endpoint allows; `row` is what `reads` has read, null without a row. */
type Authorized = { viewer: Viewer | null; row: object | null }

/** Identifies the caller and checks the access to the endpoint. */
export type Authorize = (
  deps: Deps,
  endpoint: Endpoint,
  call: AuthorizedCall,
) => Promise<Authorized>

/** Everything that the service takes from outside. Nothing else reads a clock, creates random numbers or opens a socket. */
export type Deps = Keyring & {
  env: Env
  db: Database
  /** Returns the database's time, continued by this node: src/service/platform/db/clock.ts. Nothing reads the node's own clock. */
  now: () => Date
  /** Asks the database for its time: for due times, leases and periods that affect money. */
  databaseNow: (db: Queryable) => Promise<Date>
  random: Random
  sms: SmsSender
  /** Makes calls to other companies, each within its limits. */
  providers: Providers
  jobs: Jobs
  limits: Limits
  authorize: Authorize
  metrics: Metrics
  log: Logger
  /** fetch for adapters, to addresses of the operator's settings; tests redirect it with base URLs. */
  fetch: typeof fetch
  /** Fetches addresses that third parties provide. */
  guardedGet: GuardedGet
  guardedRead: GuardedRead
  guardedPost: GuardedPost
  /** Reports to every node that pages with these tags are out of date. */
  invalidate: (tags: string[]) => Promise<void>
  /** Returns the origin at which this process reaches itself: the address of the fake bank in the demo. */
  selfOrigin: () => string
  /** Failpoint: tests crash the process at named points of a payment. */
  failpoint?: (point: string) => void | Promise<void>
}
