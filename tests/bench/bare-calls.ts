/**
 * The least that the calls of `npm run bench -- calls` can cost: a Node http server that checks the same tokens, reads and writes the
 * same rows by named statements and a pool of the same size, and sends the same JSON. `node tests/bench/bare-calls.ts DATA_DIR SECRET`
 * reads the replies of our service from standard input and prints its port. The first segment of a path names the call. GET /usage
 * answers with its processor time and its statements so far.
 */
import { randomBytes, randomInt } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { compressText } from '#src/http/compress.ts'
import { contentPage } from '#src/service/catalogue/titles/content.ts'
import { deriveKey, keyedHash } from '#src/service/platform/keys.ts'
import { homePage } from '#src/service/storefront/home.ts'
import type { BareReply } from './calls.ts'
import { openRecorder, type Round } from './recorded-queries.ts'

const [dataDir = '', secret = ''] = process.argv.slice(2)
const replies = (await json(process.stdin)) as Record<string, BareReply>
const { deps, pool, record, replay } = await openRecorder(dataDir)
const tokenKey = deriveKey(secret, 'token')
const mediaKey = deriveKey(secret, 'media')
const otpKey = deriveKey(secret, 'otp')
const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

let statements = 0
async function query<Row>(name: string, text: string, values: readonly unknown[]): Promise<Row[]> {
  statements++
  return (await pool.query({ name, text, values: [...values] })).rows as Row[]
}

const SESSION = `s.id as session, s.user_id, p.id as profile, p.age_type, pt.token_hash as profile_hash, pt.expires_at as profile_until
  from sessions s left join profile_tokens pt on pt.session_id = s.id
  left join profiles p on p.id = pt.profile_id and p.user_id = s.user_id`
const ALIVE = `s.token_hash = $1 and s.revoked_at is null and s.expires_at > now() and s.last_seen_at > now() - interval '30 days'`
const SUBSCRIBED = `exists (select from subscriptions b where b.user_id = s.user_id and b.revoked_at is null
  and b.starts_at <= now() and b.ends_at > now()) as subscribed,
  exists (select from carrier_subscriptions c where c.user_id = s.user_id and (c.ends_at is null or c.ends_at > now())) as carrier,
  array(select t.content_id from cinema_tickets t where t.user_id = s.user_id and t.ended_at is null) as tickets`

type Viewer = {
  session: string
  user_id: string
  profile: string | null
  profile_hash: string | null
  profile_until: Date | null
}

function hashed(token: string): string {
  return keyedHash(tokenKey, token)
}

/** Returns the hashes of both tokens of a browser. */
function tokensOf(req: IncomingMessage): [access: string, profile: string] {
  const [, access = '', profile = ''] =
    /session=([\w-]+)~([\w-]+)/.exec(req.headers.cookie ?? '') ?? []
  return [hashed(access), hashed(profile)]
}

async function viewerOf(req: IncomingMessage): Promise<Viewer> {
  const [access, profile] = tokensOf(req)
  return checked(
    await query<Viewer>('viewer', `select ${SESSION} where ${ALIVE}`, [access]),
    profile,
  )
}

function checked<Row extends Viewer>([row]: Row[], profile: string): Row {
  if (!row?.profile_until || row.profile_hash !== profile || row.profile_until < new Date())
    throw new Error('unauthorized')
  return row
}

const FILE = `select ${SESSION}
  join contents c on c.id = $2 join video_files f on f.content_id = c.id and f.id = $3
  where ${ALIVE}`.replace(
  'select ',
  `select f.stream, f.mode, f.kind, f.duration_seconds, f.credits_at, f.audio_tracks, f.captions,
  f.chapters, f.intro_start, f.intro_end, c.flags, c.age_limit, c.removed_at, c.published_at, c.series_id, ${SUBSCRIBED}, `,
)

const BEAT = `with renewed as (
    update playback_leases set heartbeat_at = now(), expires_at = now() + interval '60 seconds' where id = $1 and session_id = $2 returning id
  ), before as (select position_seconds, updated_at from watch_progress where profile_id = $3 and content_id = $4)
  insert into watch_progress (profile_id, content_id, position_seconds, duration_seconds, updated_at)
  select $3, $4, $5, $6, now() from renewed
  on conflict (profile_id, content_id) do update set position_seconds = excluded.position_seconds,
    duration_seconds = excluded.duration_seconds, updated_at = excluded.updated_at
  returning (select position_seconds from before)`

const START = `with lease as (
    insert into playback_leases (id, user_id, slot, session_id, profile_id, content_id, expires_at)
    values ($1, $2, 1, $3, $4, $5, now() + interval '60 seconds')
    on conflict (user_id, slot) do update set id = excluded.id, content_id = excluded.content_id, heartbeat_at = now(),
      expires_at = excluded.expires_at where playback_leases.session_id = $3 returning id
  ), seen as (
    insert into watch_history (profile_id, content_id) values ($4, $5)
    on conflict (profile_id, content_id) do update set last_watched_at = now()
    where watch_history.last_watched_at < now() - interval '30 minutes' returning 1
  ) select (select id from lease) as lease, (select position_seconds from watch_progress where profile_id = $4 and content_id = $5) as at`

const SELF = `select ${SUBSCRIBED}, u.*, b.ends_at, ${SESSION} join users u on u.id = s.user_id
  left join subscriptions b on b.user_id = s.user_id and b.revoked_at is null and b.ends_at > now() where ${ALIVE}`

const PROFILES = `select s.id, p.* from sessions s join profiles p on p.user_id = s.user_id where ${ALIVE} order by p.slot`

const MARKS = `select c.id, c.flags, c.age_limit, c.published_at, b.id as bookmark, w.position_seconds, w.duration_seconds, w.finished_at,
  exists (select from video_files f where f.content_id = c.id and f.kind = 'primary') as has_video
  from contents c left join bookmarks b on b.profile_id = $1 and b.content_id = c.id
  left join watch_progress w on w.profile_id = $1 and w.content_id = c.id where c.id = any($2::text[]) and c.removed_at is null`

const CONTINUED = `select c.id, s.title_id, s.updated_at, w.position_seconds, w.duration_seconds, count(*) over () as total from started_titles s
  join contents c on c.id = s.content_id join watch_progress w on w.profile_id = s.profile_id and w.content_id = s.content_id
  where s.profile_id = $1 and not s.is_finished and c.removed_at is null order by s.updated_at desc, s.title_id desc limit 24`

const BOOKMARKS = `select b.id, b.created_at, b.content_id, count(*) over () as total from bookmarks b join contents c on c.id = b.content_id
  where b.profile_id = $1 and c.removed_at is null order by b.created_at desc, b.id desc limit 24`

/** Takes a point of every limit in the same order, so that two requests cannot deadlock. */
const LIMITS = `insert into rate_limits as r (key, points, expire)
  select key, 1, (extract(epoch from now()) * 1000)::bigint + ms from unnest($1::text[], $2::bigint[]) as given(key, ms) order by key
  on conflict (key) do update set
    points = case when r.expire <= (extract(epoch from now()) * 1000)::bigint then 1 else r.points + 1 end,
    expire = case when r.expire <= (extract(epoch from now()) * 1000)::bigint then excluded.expire else r.expire end
  returning key, points`
const CODE = `with code as (insert into otp_challenges (tracker, msisdn, purpose, code_hash, expires_at)
    values ($1, $2, 'login', $3, now() + interval '120 seconds'))
  insert into sms_outbox (id, "to", kind, text, code, status, attempts, sent_at) values ($1, $2, 'login', $4, $5, 'sent', 1, now())`

const PAYMENTS = 'select * from transactions where user_id = $1 order by created_at desc limit 3'
const HISTORY = `select w.content_id, w.last_watched_at from watch_history w join contents c on c.id = w.content_id
  where w.profile_id = $1 order by w.last_watched_at desc limit 3`
const DEVICES =
  'select * from sessions where user_id = $1 and revoked_at is null and expires_at > now()'

function signed(stream: string): string {
  const token = keyedHash(mediaKey, `${stream}|${Math.floor(Date.now() / 1_000) + 300}`)
  return `/media/s/${token.slice(0, 32)}/${stream}/master.m3u8`
}

type FileRow = Viewer & { stream: string; duration_seconds: number | null; subscribed: boolean }

async function fileOf(req: IncomingMessage, path: readonly string[]): Promise<FileRow> {
  const [access, profile] = tokensOf(req)
  const row = checked(await query<FileRow>('file', FILE, [access, path[1], path[3]]), profile)
  if (!row.subscribed) throw new Error('subscription_required')
  return row
}

const names: string[] = (replies.search?.names as string[] | undefined) ?? []
const recorded: Record<string, Round[]> = {
  content: replies.content
    ? await record(() => contentPage(deps, String(replies.content?.shortId), 'fa', null))
    : [],
  home: await record(() => homePage(deps, { language: 'fa', viewer: null, maxAge: null })),
}

async function replayed(name: string): Promise<void> {
  const rounds = recorded[name] ?? []
  statements += rounds.flat().length
  await replay(rounds)
}

/** The work of each call; it returns what is sent. */
const calls: Record<string, (req: IncomingMessage, path: string[]) => Promise<unknown>> = {
  async heartbeat(req, path) {
    const [file, body] = await Promise.all([
      fileOf(req, path),
      json(req) as Promise<{ current_time: number; lease_id: string }>,
    ])
    const values = [
      body.lease_id,
      file.session,
      file.profile,
      path[1],
      body.current_time,
      file.duration_seconds ?? 0,
    ]
    const rows = await query('beat', BEAT, values)
    if (rows.length === 0) throw new Error('stream_stopped')
    return {
      renewed: true,
      lease_id: body.lease_id,
      manifest_url: signed(file.stream),
      expires_in: 300,
    }
  },
  async getPlayback(req, path) {
    const file = await fileOf(req, path)
    const id = randomBytes(12).toString('base64url')
    const [row] = await query<{ lease: string; at: number }>('start', START, [
      id,
      file.user_id,
      file.session,
      file.profile,
      path[1],
    ])
    return {
      ...(replies.getPlayback?.data as object),
      manifest_url: signed(file.stream),
      start_at: row?.at ?? 0,
      lease_id: row?.lease,
    }
  },
  async getSelf(req) {
    const [access, profile] = tokensOf(req)
    checked(await query<Viewer>('self', SELF, [access]), profile)
    return replies.getSelf?.data
  },
  async listProfiles(req) {
    const [access] = tokensOf(req)
    const rows = await query('profiles', PROFILES, [access])
    if (rows.length === 0) throw new Error('unauthorized')
    return replies.listProfiles?.data
  },
  async conditionalProps(req) {
    const [viewer, { ids }] = await Promise.all([
      viewerOf(req),
      json(req) as Promise<{ ids: string[] }>,
    ])
    await Promise.all([
      query('marks', MARKS, [viewer.profile, ids]),
      query('entitled', `select ${SUBSCRIBED} from (select $1::text as user_id) s`, [
        viewer.user_id,
      ]),
    ])
    return replies.conditionalProps?.data
  },
  async continueWatching(req) {
    const viewer = await viewerOf(req)
    await query('continued', CONTINUED, [viewer.profile])
    return replies.continueWatching?.data
  },
  async bookmarks(req) {
    const viewer = await viewerOf(req)
    await query('bookmarks', BOOKMARKS, [viewer.profile])
    return replies.bookmarks?.data
  },
  async search(req) {
    const text = new URL(req.url ?? '/', 'http://bare').searchParams.get('query') ?? ''
    const hits = names.filter(name => name.includes(text))
    return hits.length >= 0 ? replies.search?.data : null
  },
  async listing() {
    return replies.listing?.data
  },
  async content() {
    await replayed('content')
    return replies.content?.data
  },
  async home(req) {
    const viewer = await viewerOf(req)
    await Promise.all([replayed('home'), query('continued', CONTINUED, [viewer.profile])])
    return replies.home?.data
  },
  async otp(req, path) {
    const [, , msisdn = ''] = path
    const address = String(req.headers['x-forwarded-for'])
    const limits: Array<[key: string, ms: number]> = [
      [`bare-otp-minute:${msisdn}`, MINUTE_MS],
      [`bare-otp-hour:${msisdn}`, HOUR_MS],
      [`bare-otp-total:${msisdn}`, HOUR_MS],
      [`bare-otp-address:${address}`, HOUR_MS],
      ['bare-sms-all:minute', MINUTE_MS],
      ['bare-sms-all:hour', HOUR_MS],
      ['bare-sms-all:day', 24 * HOUR_MS],
    ]
    await query('limits', LIMITS, [limits.map(([key]) => key), limits.map(([, ms]) => ms)])
    const [tracker, code] = [
      randomBytes(16).toString('base64url'),
      String(randomInt(1_000_000)).padStart(6, '0'),
    ]
    const hash = keyedHash(otpKey, `${tracker}|${msisdn}|${code}`)
    await query('code', CODE, [tracker, msisdn, hash, `code: ${code}`, code])
    return { tracker_id: tracker, expires_in: 120, resend_in: 60, code_length: 6 }
  },
}

/** Pages: the bytes of ours, compressed for this visitor, or kept compressed. */
async function page(name: string, req: IncomingMessage): Promise<Buffer> {
  const { plain = '', br = '' } = replies[name] ?? {}
  if (br) return kept(name, br)
  const [access, profile] = tokensOf(req)
  const viewer = checked(await query<Viewer>('self', SELF, [access]), profile)
  await Promise.all([
    query('continued', CONTINUED, [viewer.profile]),
    query('history', HISTORY, [viewer.profile]),
    query('payments', PAYMENTS, [viewer.user_id]),
    query('devices', DEVICES, [viewer.user_id]),
    query('profiles', PROFILES, [access]),
  ])
  return (await compressText(plain, 'br')).body
}

const bodies = new Map<string, Buffer>()
function kept(name: string, br: string): Buffer {
  const body = bodies.get(name) ?? Buffer.from(br, 'base64')
  bodies.set(name, body)
  return body
}

const JSON_HEADERS = {
  'Content-Type': 'application/json; charset=utf-8',
  'Cache-Control': 'private, no-store',
}

const server = createServer(async (req, res) => {
  if (req.url === '/usage')
    return void res.end(JSON.stringify({ ...process.cpuUsage(), statements }))
  const [name = '', ...path] = (req.url ?? '/').slice(1).split('?')[0]?.split('/') ?? []
  try {
    const call = calls[name]
    if (!call) {
      const body = await page(name, req)
      res.writeHead(200, {
        ...replies[name]?.headers,
        'Content-Encoding': 'br',
        'Content-Length': body.length,
      })
      return void res.end(body)
    }
    const data = await call(req, path)
    const meta = { operation_result: 'success', operation_result_code: 200 }
    const { body, isCompressed } = await compressText(JSON.stringify({ data, meta }), 'br')
    const coding = isCompressed ? { 'Content-Encoding': 'br' } : {}
    res.writeHead(200, { ...JSON_HEADERS, ...coding, 'Content-Length': body.length }).end(body)
  } catch (error) {
    console.error(name, error)
    res.writeHead(500).end()
  }
})
server.listen(0, '127.0.0.1', () =>
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`),
)
