/** The whole service in this process on its own database, with a clock that only tests advance. */
import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { desc, eq } from 'drizzle-orm'
import { type Api, createApi } from '#src/lib/api/client.ts'
import { ofetchTransport } from '#src/lib/api/ofetch-transport.ts'
import { createApp } from '#src/service/app.ts'
import { smsOutbox } from '#src/service/platform/db/schema/sms.ts'
import type { Deps } from '#src/service/platform/deps.ts'
import { readEnv } from '#src/service/platform/env.ts'
import { sharedDatabase, testDatabase } from './database.ts'
import { depsOver } from './deps.ts'
import type { TestJobs } from './jobs.ts'
import { withNamedErrors } from './named-errors.ts'

export const NOW = new Date('2026-03-21T09:30:00Z')
const SECRET = 'a secret of the tests, long enough for a key'

type Span = Partial<Record<'days' | 'hours' | 'minutes' | 'seconds', number>>
type Clock = { now: () => Date; set: (to: Date) => void; advance: (by: Span) => void }
export type Caller = {
  accessToken?: string
  profileToken?: string
  language?: 'fa' | 'en'
  deviceId?: string
  address?: string
  headers?: Record<string, string>
}
type SentMessage = { to: string; kind: string; text: string; code: string | null; at: Date }

export type TestService = {
  /** Makes anonymous API calls in Persian. */
  api: Api
  /** Makes API calls with tokens, a language, a device and an address. */
  as: (caller: Caller) => Api
  /** Sends a raw request, for calls that the typed client does not allow. */
  fetch: (path: string, init?: RequestInit, caller?: Caller) => Promise<Response>
  deps: Deps
  databaseUrl: string
  clock: Clock
  jobs: TestJobs
  /** Returns SMS messages, newest first: those to one number, or all. */
  outbox: (to?: string) => Promise<SentMessage[]>
  /** Page tags that were invalidated. */
  invalidated: string[]
  /** Starts a restarted service or second node: the same database, empty memory. */
  again: () => Promise<TestService>
  stop: () => Promise<void>
}
export type TestServiceOptions = {
  now?: Date
  env?: Record<string, string>
  overrides?: Partial<Deps>
  /** An existing database, and the clock of the service that shares it. */
  beside?: { url: string; clock: Clock }
}

export async function startTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { beside } = options
  const database = beside ? await sharedDatabase(beside.url) : await testDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'pardeh-service-'))
  const env = readEnv({ SECRET, DATA_DIR: dataDir, LOG_LEVEL: 'error', ...options.env })
  const clock = beside?.clock ?? createClock(options.now ?? NOW)
  const invalidated: string[] = []
  const own = depsOver(database, { env, now: clock.now })
  const deps: Deps = {
    ...own,
    invalidate: async tags => void invalidated.push(...tags),
    ...options.overrides,
  }
  const app = createApp(deps)
  const send = (request: Request, caller: Caller) =>
    app.fetch(request, { address: caller.address ?? '127.0.0.1', requestId: 'test' })
  const as = (caller: Caller) =>
    withNamedErrors(
      createApi({
        baseURL: 'http://service',
        headers: () => headersOf(caller),
        transport: ofetchTransport(async (input, init) => send(new Request(input, init), caller)),
      }),
    )
  return {
    api: as({}),
    as,
    fetch: async (path, init, caller = {}) =>
      send(
        new Request(`http://service${path}`, {
          ...init,
          headers: { ...headersOf(caller), ...(init?.headers as Record<string, string>) },
        }),
        caller,
      ),
    deps,
    databaseUrl: database.url,
    clock,
    jobs: own.jobs,
    outbox: to => messages(database.db, to),
    invalidated,
    again: () => startTestService({ ...options, beside: { url: database.url, clock } }),
    stop: async () => {
      await database.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function createClock(start: Date): Clock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    set: to => {
      time = to.getTime()
    },
    advance: ({ days = 0, hours = 0, minutes = 0, seconds = 0 }) => {
      time += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1_000
    },
  }
}

function headersOf(caller: Caller): Record<string, string> {
  return {
    'Accept-Language': caller.language ?? 'fa',
    'device-id': caller.deviceId ?? deviceOf(caller),
    ...(caller.accessToken ? { Authorization: `Bearer ${caller.accessToken}` } : {}),
    ...(caller.profileToken === undefined ? {} : { 'profile-token': caller.profileToken }),
    ...caller.headers,
  }
}

function deviceOf({ accessToken = 'nobody' }: Caller): string {
  return createHash('sha256').update(accessToken).digest('hex').slice(0, 32)
}

async function messages(db: Deps['db'], to: string | undefined): Promise<SentMessage[]> {
  const rows = await db
    .select()
    .from(smsOutbox)
    .where(to ? eq(smsOutbox.to, to) : undefined)
    .orderBy(desc(smsOutbox.createdAt), desc(smsOutbox.id))
  return rows.map(({ to, kind, text, code, createdAt }) => ({
    to,
    kind,
    text,
    code,
    at: createdAt,
  }))
}
