/** The console of the team as a fetch handler: calls below /api, and the page of the console at every other path (docs/console.md). */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import { type ErrorCode, RESULTS } from '#src/contract/envelope.ts'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { brandName } from '#src/lib/i18n/brand-name.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { UPLOAD_KINDS } from '../../platform/db/schema/video-uploads.ts'
import type { Deps } from '../../platform/deps.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { callFailure } from '../../platform/http/call-failure.ts'
import { failedCallReply } from '../../platform/http/error-reply.ts'
import type { RequestContext } from '../../platform/http/request-context.ts'
import { requestLanguage } from '../../platform/http/router.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'
import { UsageError } from '../cli/framework/errors.ts'
import { commandStates } from '../jobs/command-runs.ts'
import {
  beginEnrolment,
  findInvitation,
  finishEnrolment,
  STAFF_PASSWORD_MAX,
  STAFF_PASSWORD_MIN,
} from '../staff/accounts.ts'
import { mayDo, needsSecondPerson } from '../staff/roles.ts'
import {
  endStaffSessions,
  findStaffSession,
  listStaffSessions,
  type StaffAccount,
  type StaffSession,
  signInStaff,
} from '../staff/sessions.ts'
import type { createUploadServer } from '../video/tus.ts'
import { ActionCall, describeActions, findAction, performForStaff } from './actions.ts'
import {
  LISTS,
  type ListQuery,
  ListQuery as ListQueryShape,
  pageOf,
  RECORDS,
  SHORT_LISTS,
} from './lists.ts'
import { approveRequest, askForApproval, dropRequest, listRequests } from './requests.ts'
import { readTitleHistory } from './title-history.ts'
import { readArtistNames } from './title-names.ts'
import { readTitlePictures } from './title-pictures.ts'
import { readTitleVersion, requireTitleVersion } from './title-version.ts'
import { CaptionName, createTitleVideos, VideoFileName } from './title-video.ts'
import { readToday } from './today.ts'

type StaffEnv = { Bindings: RequestContext; Variables: { session: StaffSession } }
type StaffContext = Context<StaffEnv>

/** The build writes it for the nonce of a page (scripts/staff-console.config.ts). */
const NONCE = 'STAFF_NONCE'
const PAGE_FILE = resolve(PROJECT_ROOT, 'dist/staff/index.html')
const BODY_BYTES = 8 * 1024 * 1024
/** A script that ends before it disturbs the site; a person stays far below. */
const CALLS = { points: 600, seconds: 60 }
const STRANGERS = { points: 120, seconds: 60 }
const INVITATIONS = { points: 30, seconds: 900 }

const Text = (most: number) => z.string().trim().min(1).max(most)
const Password = z.string().min(1).max(STAFF_PASSWORD_MAX)
const SignIn = z.object({
  email: Text(200),
  password: Password,
  totp: z.string().trim().max(20).default(''),
})
const Enrolment = z.object({ name: Text(60), password: Password })
const Code = z.object({ totp: Text(20) })
const NewUpload = z.object({
  content: Text(100),
  kind: z.enum(UPLOAD_KINDS),
  filename: Text(500),
  bytes: z.coerce.number().int().min(1),
})
const Days = z.object({ days: z.enum(['7', '30']).default('7') })

export function createStaffApp(deps: Deps, isHttps: boolean): Hono<StaffEnv> {
  const app = new Hono<StaffEnv>()
  const cookie = isHttps ? '__Host-pardeh-staff' : 'pardeh-staff'
  const signIn = (c: StaffContext, token: string) =>
    setCookie(c, cookie, token, { httpOnly: true, sameSite: 'Strict', secure: isHttps, path: '/' })

  const videos = createTitleVideos(deps)
  let server: ReturnType<typeof createUploadServer> | undefined
  const uploads = async () => {
    server ??= (await import('../video/tus.ts')).createUploadServer(deps)
    return server
  }

  const requireSession: MiddlewareHandler<StaffEnv> = async (c, next) => {
    const token = getCookie(c, cookie)
    const session = token ? await findStaffSession(deps, token) : null
    if (!session) {
      await deps.limits.volume('staff-strangers', addressOf(c), STRANGERS)
      throw new ApiError('unauthorized')
    }
    await deps.limits.volume('staff-calls', session.account.id, CALLS)
    c.set('session', session)
    await next()
  }

  app.use(async (c, next) => {
    await next()
    c.res.headers.set('Cache-Control', 'no-store')
  })
  app.use('/api/*', rejectOtherOrigins(isHttps))
  app.use(
    '/api/*',
    bodyLimit({
      maxSize: BODY_BYTES,
      onError: () => {
        throw new ApiError('too_large')
      },
    }),
  )

  app.post('/api/session', async c => {
    const { email, password, totp } = await bodyOf(c, SignIn)
    const given = { email, password, code: totp, address: addressOf(c), agent: agentOf(c) }
    const { account, token } = await signInStaff(deps, given)
    signIn(c, token)
    return c.json({ account: shownAccount(account) })
  })
  app.get('/api/invitations/:token', async c => {
    await deps.limits.secure('staff-invitation', addressOf(c), INVITATIONS)
    const { email, role } = await findInvitation(deps, c.req.param('token'))
    return c.json({ email, role, passwordMin: STAFF_PASSWORD_MIN })
  })
  app.post('/api/invitations/:token', async c => {
    await deps.limits.secure('staff-invitation', addressOf(c), INVITATIONS)
    const given = await bodyOf(c, Enrolment)
    return c.json(await beginEnrolment(deps, { token: c.req.param('token'), ...given }))
  })
  app.post('/api/invitations/:token/confirm', async c => {
    await deps.limits.secure('staff-invitation', addressOf(c), INVITATIONS)
    const { totp } = await bodyOf(c, Code)
    const given = { token: c.req.param('token'), code: totp, agent: agentOf(c) }
    const { account, recoveryCodes, token } = await finishEnrolment(deps, given)
    signIn(c, token)
    return c.json({ account: shownAccount(account), recoveryCodes })
  })

  app.use('/api/*', requireSession)
  app.get('/api/session', c => {
    const { account } = c.get('session')
    const site = {
      name: brandName(requestLanguage(c)),
      origin: deps.env.SITE_URL ?? deps.selfOrigin(),
      isDemo: deps.env.MODE === 'demo',
    }
    return c.json({ account: shownAccount(account), site })
  })
  app.delete('/api/session', async c => {
    const { id, account } = c.get('session')
    await endStaffSessions(deps.db, { accountId: account.id, id })
    deleteCookie(c, cookie, { path: '/', secure: isHttps })
    return c.body(null, 204)
  })
  app.get('/api/sessions', async c => {
    const { id: current, account } = c.get('session')
    const all = await listStaffSessions(deps.db, account.id)
    const rows = all.map(({ id, createdAt, lastSeenAt, agent }) => ({
      id,
      createdAt,
      lastSeenAt,
      agent,
      isCurrent: id === current,
    }))
    return c.json({ rows, total: rows.length })
  })
  app.delete('/api/sessions/:id', async c => {
    const { account } = c.get('session')
    const ended = await endStaffSessions(deps.db, { accountId: account.id, id: c.req.param('id') })
    if (ended === 0) throw new ApiError('not_found')
    return c.body(null, 204)
  })

  app.get('/api/actions', async c => {
    const { role } = c.get('session').account
    return c.json({ actions: await describeActions(role) })
  })
  app.post('/api/actions/:noun/:verb', async c => {
    const { account } = c.get('session')
    const known = await findAction(account.role, c.req.param())
    const call = await bodyOf(c, ActionCall)
    if (needsSecondPerson(known) && !call.dryRun)
      return c.json({ request: await askForApproval(deps, account, known, call) }, 202)
    const before = requireTitleVersion(known, call)
    const asked = { known, actor: account.email, call, ...(before ? { before } : {}) }
    return c.json(await performForStaff(deps, asked))
  })
  app.get('/api/requests', async c => {
    const rows = await listRequests(deps, c.get('session').account)
    return c.json({ rows, total: rows.length })
  })
  app.post('/api/requests/:id/approve', async c =>
    c.json(await approveRequest(deps, c.get('session').account, c.req.param('id'))),
  )
  app.delete('/api/requests/:id', async c => {
    await dropRequest(deps, c.get('session').account, c.req.param('id'))
    return c.body(null, 204)
  })

  app.get('/api/today', async c => {
    const { days } = parsed(Days, c.req.query())
    return c.json(await readToday(deps, c.get('session').account.role, Number(days)))
  })
  app.get('/api/progress/import', async c => {
    await findAction(c.get('session').account.role, { noun: 'catalogue', verb: 'import' })
    const { running = 0, done = 0, total = 0 } = (await commandStates(deps.db)).import ?? {}
    return c.json({ running, done, total })
  })
  app.post('/api/uploads', async c => {
    const account = await uploader(c)
    const metadata = readMetadata(c.req.header('upload-metadata') ?? '')
    const fields = parsed(NewUpload, { ...metadata, bytes: c.req.header('upload-length') })
    return (await uploads()).begin(c.req.raw, account, fields)
  })
  app.patch('/api/uploads/:id', resumeUpload)
  // Hono answers HEAD with the handlers of GET.
  app.get('/api/uploads/:id', resumeUpload)
  app.get('/api/videos/:content/:kind/:file{.+}', async c => {
    await captionEditor(c)
    return videos.file(parsed(VideoFileName, c.req.param()), c.req.raw)
  })
  app.get('/api/captions/:content/:kind/:language/:type', async c => {
    await captionEditor(c)
    return videos.captions(parsed(CaptionName, c.req.param()))
  })
  app.get('/api/people/:id/access', async c => {
    const fields = { person: c.req.param('id'), title: c.req.query('title') ?? '' }
    return c.json(await read(c, 'users.access', fields))
  })
  app.get('/api/:list/:id', async c => {
    const { list, id } = c.req.param()
    const record = Object.hasOwn(RECORDS, list) ? RECORDS[list] : undefined
    if (!record) throw new ApiError('not_found')
    const data = await read(c, record.action, { [record.field]: id })
    if (list !== 'titles') return c.json(data)
    const version = await readTitleVersion(deps.db, id)
    const pictures = await readTitlePictures(deps.db, id)
    const history = await readTitleHistory(deps.db, id)
    const artists = await readArtistNames(deps, Object(data).record)
    return c.json({ ...Object(data), version, pictures, history, artists })
  })
  app.get('/api/:list', async c => {
    const { list } = c.req.param()
    const query = parsed(ListQueryShape, c.req.query())
    if (Object.hasOwn(LISTS, list)) return c.json(await longList(c, list, query))
    const action = Object.hasOwn(SHORT_LISTS, list) ? SHORT_LISTS[list] : undefined
    if (!action) throw new ApiError('not_found')
    return c.json(pageOf(await read(c, action, {}), query))
  })
  app.all('/api/*', () => {
    throw new ApiError('not_found')
  })

  /** Uploads belong to those who may check them. */
  async function uploader(c: StaffContext): Promise<StaffAccount> {
    const { account } = c.get('session')
    await findAction(account.role, { noun: 'video', verb: 'check' })
    return account
  }

  /** A video is played to those who may shift its captions. */
  async function captionEditor(c: StaffContext): Promise<void> {
    await findAction(c.get('session').account.role, { noun: 'captions', verb: 'shift' })
  }

  async function resumeUpload(c: StaffContext) {
    const account = await uploader(c)
    if (c.req.method === 'GET') throw new ApiError('not_found')
    return (await uploads()).resume(c.req.raw, account, c.req.param('id') ?? '')
  }

  async function longList(c: StaffContext, list: string, query: ListQuery) {
    const { action, read } = LISTS[list] as (typeof LISTS)[string]
    const [noun = '', verb = ''] = action.split('.')
    if (!mayDo(c.get('session').account.role, { noun, verb })) throw new ApiError('forbidden')
    return read(deps, query)
  }

  /** Returns the data of an action that reads. */
  async function read(c: StaffContext, action: string, fields: Record<string, string>) {
    const { account } = c.get('session')
    const [noun = '', verb = ''] = action.split('.')
    const known = await findAction(account.role, { noun, verb })
    const call = ActionCall.parse({ fields })
    return (await performForStaff(deps, { known, actor: account.email, call })).data
  }

  app.get('*', c => {
    const nonce = randomBytes(16).toString('base64')
    c.header('Content-Security-Policy', pagePolicy(deps, nonce))
    return c.html(readPage().replaceAll(NONCE, nonce))
  })
  app.notFound(c => failureReply(c, 'not_found'))
  app.onError((error, c) => {
    if (error instanceof UsageError)
      return failureReply(c, 'validation_error', { message: error.message })
    const { requestId } = c.env ?? {}
    const { result, details } = callFailure(deps, error, { where: 'staff', requestId })
    return failureReply(c, result, details)
  })
  return app
}

function failureReply(c: Context, result: ErrorCode, details: ApiError['extra'] = {}): Response {
  const language = requestLanguage(c)
  const { retryAfter, envelope } = failedCallReply(result, details, language)
  const t = getT(language)
  const fields = Object.fromEntries(
    Object.entries(details.errors ?? {}).map(([name, error]) => {
      const [key, values] = typeof error === 'string' ? [error, {}] : error
      return [name, t(key as Parameters<typeof t>[0], { field: name, ...values })]
    }),
  )
  const body = {
    error: {
      code: result,
      message: envelope.meta.display_message ?? result,
      details: { ...(details.errors ? { fields } : {}), ...Object(details.data ?? {}) },
    },
  }
  if (retryAfter) c.header('Retry-After', String(retryAfter))
  c.header('Cache-Control', 'no-store')
  return c.json(body, RESULTS[result][0])
}

/** Rejects changes that do not come from a page of the console, and bodies that a form of another site could send. */
function rejectOtherOrigins(isHttps: boolean): MiddlewareHandler {
  return async (c, next) => {
    if (c.req.method !== 'GET' && c.req.method !== 'HEAD') {
      const own = `${isHttps ? 'https' : 'http'}://${c.req.header('host')}`
      if (c.req.header('origin') !== own) throw new ApiError('forbidden')
      const type = c.req.header('content-type')
      if (c.req.method === 'POST' && type && !/^application\/json\b/i.test(type))
        throw new ApiError('unsupported_media_type')
    }
    await next()
  }
}

async function bodyOf<Shape extends z.ZodType>(c: Context, shape: Shape): Promise<z.output<Shape>> {
  const body: unknown = await c.req.json().catch(error => {
    throw error instanceof ApiError ? error : new ApiError('bad_request')
  })
  return parsed(shape, body)
}

function parsed<Shape extends z.ZodType>(shape: Shape, given: unknown): z.output<Shape> {
  const read = shape.safeParse(given)
  if (read.success) return read.data
  const errors = read.error.issues.map(({ path }) => [
    path.map(String).join('.'),
    'validation.required',
  ])
  throw new ApiError('validation_error', { errors: Object.fromEntries(errors) })
}

/** Reads the pairs of tus's Upload-Metadata: names with values in Base64. */
function readMetadata(header: string): Record<string, string> {
  const pairs = header.split(',').map(pair => pair.trim().split(' '))
  return Object.fromEntries(
    pairs.map(([name = '', value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]),
  )
}

function addressOf(c: StaffContext): string {
  return c.env?.address ?? ''
}

function agentOf(c: Context): string {
  return c.req.header('user-agent') ?? ''
}

function shownAccount({ id, email, name, role }: StaffAccount) {
  return { id, email, name, role, language: DEFAULT_LANGUAGE }
}

/** Components write styles as they render, with the nonce; scripts come from its own files only. Videos are blobs of Media Source. */
function pagePolicy({ env, selfOrigin }: Deps, nonce: string): string {
  const media = [env.SITE_URL ?? selfOrigin(), env.MEDIA_BASE_URL].filter(Boolean).join(' ')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${media}`,
    `media-src 'self' blob: ${media}`,
    "font-src 'self'",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

let page: string | undefined

/** Returns the page of the console, which the build has written. */
function readPage(): string {
  try {
    page ??= readFileSync(PAGE_FILE, 'utf8')
    return page
  } catch {
    throw new ApiError('not_found')
  }
}
