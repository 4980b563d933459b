import type { Logger } from 'pino'
import type { AgeType } from '#src/contract/profiles.ts'
import type { Providers } from './adapters/providers.ts'
import type { SmsSender } from './adapters/sms/sms.ts'
import type { Database, Queryable } from './db/open.ts'
import type { Env } from './env.ts'
import type { GuardedGet, GuardedRead } from './http/guarded-get.ts'
import type { GuardedPost } from './http/guarded-post.ts'
import type { Metrics } from './http/metrics.ts'
import type { Limits } from './http/rate-limits.ts'
import type { Jobs } from './jobs/jobs.ts'
import type { Keyring } from './keys.ts'
import type { Random } from './random.ts'

/** Who is calling: the user of the access token and, once chosen, the profile of the profile token. */
export type Viewer = {
  userId: string
  sessionId: string
  isSso: boolean
  /** When this session last proved that it is the owner's: src/service/session/reauth.ts. */
  codeVerifiedAt: Date | null
  passwordVerifiedAt: Date | null
  profile: { id: string; isPrimary: boolean; ageType: AgeType } | null
}

/** Everything that the service takes from outside: nothing else reads a clock, draws a number or opens a socket. */
export type Deps = Keyring & {
  env: Env
  db: Database
  /** The database's clock, counted on by this node: src/service/db/clock.ts. Nothing asks the node's own. */
  now: () => Date
  /** Asks the database for its time: for due times, leases and periods that money depends on. */
  databaseNow: (db: Queryable) => Promise<Date>
  random: Random
  sms: SmsSender
  /** Calls to other companies, each within its limits. */
  providers: Providers
  jobs: Jobs
  limits: Limits
  metrics: Metrics
  log: Logger
  /** fetch for adapters, to addresses of the operator's settings; tests point it at fakes by base URL alone. */
  fetch: typeof fetch
  /** For addresses that others name. */
  guardedGet: GuardedGet
  guardedRead: GuardedRead
  guardedPost: GuardedPost
  /** Tell every node that pages with these tags are out of date. */
  invalidate: (tags: string[]) => Promise<void>
  /** The origin this process is reached at by itself: where the fake bank answers in demo. */
  selfOrigin: () => string
  /** Failpoint: tests crash the process at the named points of a payment. */
  failpoint?: (point: string) => void | Promise<void>
}
