/** Three comments on each title of the demo, so that its pages look used. They name its director and cast. */
import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { z } from 'zod'
import { stableId } from '../../catalogue/import/identity.ts'
import { comments } from '../../platform/db/schema/comments.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { profiles } from '../../platform/db/schema/profiles.ts'
import { users } from '../../platform/db/schema/users.ts'
import type { Deps } from '../../platform/deps.ts'
import { catalogueLines, readDemoJson } from './catalogue.ts'

export const COMMENTS_A_TITLE = 3

/** Flags of titles without comments: they cannot be watched to their end yet. */
const UNSEEN = new Set(['coming_soon', 'live'])

const File = z.object({
  /** Mobile numbers of the authors. */
  accounts: z.array(z.string()).min(COMMENTS_A_TITLE),
  /** Sentences by genre or kind, in which `{actor}` and `{director}` stand for names of the title's artists. */
  sentences: z.record(z.string(), z.array(z.string())),
})
const Title = z.object({
  external_id: z.string(),
  kind: z.literal('title'),
  type: z.enum(['single_video', 'series']),
  flags: z.array(z.string()).default([]),
  genres: z.array(z.string()).default([]),
  credits: z.array(z.object({ artist: z.string(), role: z.string() })).default([]),
})
const Artist = z.object({
  external_id: z.string(),
  kind: z.literal('artist'),
  name: z.object({ fa: z.string() }),
})
type Title = z.infer<typeof Title>
type Sentences = z.infer<typeof File>['sentences']
type Author = { userId: string; profileId: string }

/** Can be repeated: existing comments are left as they are. */
export async function seedComments({ db, now }: Deps): Promise<void> {
  const { accounts, sentences } = File.parse(await readDemoJson('comments.json'))
  const { titles, names } = await readTitles()
  const authors = await db
    .select({ userId: users.id, profileId: profiles.id })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(and(inArray(users.msisdn, accounts), eq(profiles.isPrimary, true)))
    .orderBy(users.msisdn)
  const stored = await db
    .select({ id: contents.id, externalId: contents.externalId, publishedAt: contents.publishedAt })
    .from(contents)
    .where(and(isNotNull(contents.externalId), lt(contents.publishedAt, now())))
  const known = new Map(stored.map(row => [row.externalId, row]))
  const rows = titles.flatMap((title, index) => {
    const row = known.get(title.external_id)
    if (!row || authors.length === 0) return []
    const age = now().getTime() - row.publishedAt.getTime()
    return textsOf(title, index, sentences, names).map((text, at) => ({
      id: stableId('demo', `comment:${title.external_id}:${at}`),
      contentId: row.id,
      ...(authors[(index + at * 2) % authors.length] as Author),
      text,
      // Comments are spread over the time since the premiere.
      createdAt: new Date(row.publishedAt.getTime() + age * (0.15 + 0.25 * at + (index % 10) / 50)),
    }))
  })
  if (rows.length > 0) await db.insert(comments).values(rows).onConflictDoNothing()
}

async function readTitles() {
  const titles: Title[] = []
  const names = new Map<string, string>()
  for await (const { text } of catalogueLines()) {
    const value: unknown = JSON.parse(text ?? 'null')
    const artist = Artist.safeParse(value)
    if (artist.success) names.set(artist.data.external_id, artist.data.name.fa)
    const title = Title.safeParse(value)
    if (title.success && !title.data.flags.some(flag => UNSEEN.has(flag))) titles.push(title.data)
  }
  return { titles, names }
}

/** Returns different sentences: about the genres first, then about films, series or books in general. */
function textsOf(
  title: Title,
  index: number,
  sentences: Sentences,
  names: ReadonlyMap<string, string>,
): string[] {
  const isBook = title.flags.includes('audio_book')
  const kind = isBook ? 'audio_book' : title.type === 'series' ? 'series' : 'film'
  const nameOf = (role: string) => {
    const all = title.credits.filter(credit => credit.role === role)
    return names.get(all[index % all.length]?.artist ?? '') ?? ''
  }
  const artists = { actor: nameOf(isBook ? 'narrator' : 'cast'), director: nameOf('director') }
  const groups = isBook ? [] : title.genres.slice(0, COMMENTS_A_TITLE - 1)
  while (groups.length < COMMENTS_A_TITLE) groups.push(kind)
  const texts: string[] = []
  for (const [at, group] of groups.entries()) {
    const usable = (sentences[group] ?? [])
      .map(sentence => withNames(sentence, artists))
      .filter(text => text !== null && !texts.includes(text))
    const text = usable[(index * 5 + at * 3) % usable.length]
    if (text) texts.push(text)
  }
  return texts
}

/** Returns null if the title has no such artist. */
function withNames(sentence: string, artists: Record<string, string>): string | null {
  const named = Object.entries(artists).filter(([role]) => sentence.includes(`{${role}}`))
  if (named.some(([, name]) => name === '')) return null
  return named.reduce((text, [role, name]) => text.replace(`{${role}}`, name), sentence)
}
