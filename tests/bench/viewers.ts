/** Subscribers of a demo site who all watch: each is written to its database with a session, a profile and a lease. */
import pg from 'pg'
import { sealState } from '#src/http/session-cookies.ts'
import { digestTokens } from '#src/http/stale-state.ts'
import { DEVICE_COOKIE } from '#src/lib/session/device-cookie.ts'
import { ANONYMOUS, STATE_COOKIE } from '#src/lib/session/state.ts'
import { connectEmbedded } from '#src/service/platform/db/embedded.ts'
import { deriveKey, type KeySet, keyedHash } from '#src/service/platform/keys.ts'
import { silentLog } from '#tests/support/silent-log.ts'

export type BenchViewer = {
  contentId: string
  fileId: string
  /** Path of the heartbeats of the file that is watched. */
  path: string
  /** Headers of a native client. */
  headers: Record<string, string>
  /** Cookie header of a browser. */
  cookie: string
  leaseId: string
}

/** Films and episodes that a subscriber may play anywhere. An episode has the flags of its series. */
const FILES = `select v.id, v.content_id as "contentId" from video_files v join contents c on c.id = v.content_id
  where v.kind = 'primary' and v.mode = 'vod' and c.type in ('single_video', 'episode') and not exists (
    select from contents t where t.id in (c.id, c.season_id, c.series_id) and (t.removed_at is not null or t.published_at > now()
      or t.flags && array['content_has_ticket', 'cinema_online', 'iran_access', 'coming_soon', 'carrier_specific']::text[]))
  order by 1`

const INSERTS = [
  `insert into users (id, msisdn) select 'u' || n, '0919' || lpad(n::text, 7, '0') from generate_series(1, $1) n`,
  `insert into profiles (id, user_id, slot, is_primary, name) select 'p' || n, 'u' || n, 1, true, 'n' from generate_series(1, $1) n`,
  `insert into subscriptions (id, user_id, source, title_fa, title_en, starts_at, ends_at)
    select 'b' || n, 'u' || n, 'operator', 'a', 'a', now() - interval '1 day', now() + interval '30 days' from generate_series(1, $1) n`,
  `insert into sessions (id, token_hash, user_id, slot, device, expires_at)
    select 's' || n, ($2::text[])[n], 'u' || n, 1, '{"unique_identifier": "bench"}', now() + interval '30 days' from generate_series(1, $1) n`,
  `insert into profile_tokens (session_id, token_hash, profile_id, expires_at)
    select 's' || n, ($3::text[])[n], 'p' || n, now() + interval '30 days' from generate_series(1, $1) n`,
  `insert into playback_leases (id, user_id, slot, session_id, profile_id, content_id, expires_at)
    select 'l' || n, 'u' || n, 1, 's' || n, 'p' || n, ($4::text[])[n], now() + interval '1 hour' from generate_series(1, $1) n`,
]

/** Bookmarks and started titles of each viewer: the same films for all of them. */
const LISTS = [
  `insert into bookmarks (id, profile_id, content_id, created_at)
    select 'b' || n || '-' || c.number, 'p' || n, c.id, now() - c.number * interval '1 hour'
    from generate_series(1, $1) n, (select id, row_number() over (order by id) as number from contents
      where type = 'single_video' and removed_at is null order by id limit 24) c`,
  `insert into watch_progress (profile_id, content_id, position_seconds, duration_seconds, updated_at)
    select 'p' || n, c.id, 600, 5400, now() - c.number * interval '1 hour'
    from generate_series(1, $1) n, (select id, row_number() over (order by id) as number from contents
      where type = 'single_video' and removed_at is null order by id limit 24) c`,
]

/** @param secret SECRET of the site */
export async function insertViewers(
  { dataDir, secret }: { dataDir: string; secret: string },
  count: number,
  { hasLists = false } = {},
): Promise<BenchViewer[]> {
  const client = new pg.Client((await connectEmbedded(dataDir, silentLog)).url)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; contentId: string }>(FILES)
    if (rows.length === 0) throw new Error('the site has no playable film')
    const fileOf = (n: number) => rows[n % rows.length] as (typeof rows)[number]
    const numbers = Array.from({ length: count }, (_, n) => n)
    const key = deriveKey(secret, 'token')
    const values = [
      count,
      numbers.map(n => keyedHash(key, accessToken(n))),
      numbers.map(n => keyedHash(key, profileToken(n))),
      numbers.map(n => fileOf(n).contentId),
    ]
    for (const text of INSERTS) {
      const used = values.map((value, index) => (text.includes(`$${index + 1}`) ? value : null))
      await client.query(
        withoutUnused(text),
        used.filter(value => value !== null),
      )
    }
    if (hasLists) for (const text of LISTS) await client.query(text, [count])
    await client.query('analyze')
    const stateKeys = [deriveKey(secret, 'state-cookie')] as const
    return numbers.map(n => ({
      contentId: fileOf(n).contentId,
      fileId: fileOf(n).id,
      path: `/api/video-contents/${fileOf(n).contentId}/files/${fileOf(n).id}/playback`,
      headers: { Authorization: `Bearer ${accessToken(n)}`, 'Profile-Token': profileToken(n) },
      cookie: cookieOf(n, stateKeys),
      leaseId: `l${n + 1}`,
    }))
  } finally {
    await client.end()
  }
}

function accessToken(n: number): string {
  return `access-token-${String(n).padStart(9, '0')}`
}

function profileToken(n: number): string {
  return `profile-token-${String(n).padStart(9, '0')}`
}

/** Returns the cookies that a browser has after a sign-in and the choice of a profile. */
function cookieOf(n: number, keys: KeySet): string {
  const tokens = { access: accessToken(n), profile: profileToken(n) }
  const state = {
    ...ANONYMOUS,
    user: {
      id: `u${n + 1}`,
      msisdn: `0919${String(n + 1).padStart(7, '0')}`,
      name: '',
      family: '',
      avatar: '/static/avatars/1.svg',
      is_sso_login: false,
      sso_back_url: null,
      conditional_flag: ['has_subscription'],
      subscription_remaining_in_day: 30,
      subscription_ended_at: null,
    },
    profile: {
      id: `p${n + 1}`,
      name: 'n',
      avatar: '/static/avatars/1.svg',
      age_type: 'adult',
      is_primary: true,
    },
    tokens: digestTokens(tokens),
  }
  const cookies = {
    [DEVICE_COOKIE]: `browser-of-the-bench-${n}`,
    session: `${tokens.access}~${tokens.profile}`,
    [STATE_COOKIE]: sealState(state, keys),
  }
  return Object.entries(cookies)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')
}

/** Renumbers the parameters, because PostgreSQL wants them without gaps. */
function withoutUnused(text: string): string {
  return text.replace(/\$[234]/, '$$2')
}

/** The first calls of a browser. Their replies write the user, and whether there is something to continue, into its cookies. */
const FIRST_CALLS = ['/api/users/_self', '/api/users/_self/profile/continue-watching?count=1']

/** Returns the viewer with the cookies that a browser has after its first calls. */
export async function keepCookies(url: string, viewer: BenchViewer): Promise<BenchViewer> {
  const cookies = new Map(
    viewer.cookie.split('; ').map(each => each.split('=', 2) as [string, string]),
  )
  for (const path of FIRST_CALLS) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', 'Accept-Language': 'fa' }
    const reply = await fetch(url + path, { headers })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    for (const set of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      cookies.set(name, value)
    }
  }
  return { ...viewer, cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
}
