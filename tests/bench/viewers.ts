/** Subscribers of a demo site who all watch: written to its database with a session, a profile and a lease each. */
import pg from 'pg'
import { connectEmbedded } from '#src/service/db/embedded.ts'
import { deriveKey, keyedHash } from '#src/service/keys.ts'
import { silentLog } from '#tests/support/silent-log.ts'

export type BenchViewer = {
  /** Of the file that is watched. */
  path: string
  headers: Record<string, string>
  leaseId: string
}

/** Films and episodes that a subscriber may play anywhere. Flags of a series are those of its episodes. */
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

/** @param secret SECRET of the site */
export async function insertViewers(
  { dataDir, secret }: { dataDir: string; secret: string },
  count: number,
): Promise<BenchViewer[]> {
  const client = new pg.Client((await connectEmbedded(dataDir, silentLog)).url)
  await client.connect()
  try {
    const { rows } = await client.query<{ id: string; contentId: string }>(FILES)
    if (rows.length === 0) throw new Error('there is no film to watch')
    const fileOf = (n: number) => rows[n % rows.length] as (typeof rows)[number]
    const numbers = Array.from({ length: count }, (_, n) => n)
    const key = deriveKey(secret, 'token')
    const values = [
      count,
      numbers.map(n => keyedHash(key, `access-${n}`)),
      numbers.map(n => keyedHash(key, `profile-${n}`)),
      numbers.map(n => fileOf(n).contentId),
    ]
    for (const text of INSERTS) {
      const used = values.map((value, index) => (text.includes(`$${index + 1}`) ? value : null))
      await client.query(
        withoutUnused(text),
        used.filter(value => value !== null),
      )
    }
    await client.query('analyze')
    return numbers.map(n => ({
      path: `/api/video-contents/${fileOf(n).contentId}/files/${fileOf(n).id}/playback`,
      headers: { Authorization: `Bearer access-${n}`, 'Profile-Token': `profile-${n}` },
      leaseId: `l${n + 1}`,
    }))
  } finally {
    await client.end()
  }
}

/** PostgreSQL wants parameters numbered without gaps. */
function withoutUnused(text: string): string {
  return text.replace(/\$[234]/, '$$2')
}
