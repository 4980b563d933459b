/** Turns a programme of a live channel into a title: its segments are copied out of the recorded window. */
import { and, eq, sql } from 'drizzle-orm'
import type { Language } from '#src/contract/languages.ts'
import { AGE_LABELS } from '#src/contract/limits.ts'
import { toWire } from '#src/lib/text/tehran.ts'
import { COPIED_FLAGS } from '../../accounts/access/inherited.ts'
import { createImporter } from '../../catalogue/import/importer.ts'
import type { Pictures } from '../../catalogue/import/pictures.ts'
import type { MediaStore } from '../../platform/adapters/media-store/media-store.ts'
import { translationsOf } from '../../platform/db/localized.ts'
import { videoFiles } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { type Channel, LIVE_MANIFEST } from '../live/channels.queries.ts'
import type { Program } from '../live/guide.queries.ts'
import { LiveError } from '../live/live-error.ts'
import { type RecordedProgram, recordedProgram, segmentKey } from '../live/recorded-program.ts'
import { findVideoTitle } from './find-content.ts'
import { nameStream } from './ingest.ts'

type Content = typeof contents.$inferSelect
type PublishDeps = Pick<Deps, 'db' | 'now' | 'invalidate'> & {
  store: MediaStore
  pictures: Pictures
}
export type Publication = {
  channel: Channel
  /** Title of the channel. */
  content: Content
  program: Program
  isDryRun: boolean
  /** @param share from 0 to 1 */
  onProgress: (share: number) => void
}
type Published = {
  externalId: string
  stream: string
  seconds: number
  files: number
  /** True if it was already published from the same segments. */
  wasThere: boolean
}

const AT_ONCE = 8

/**
 * Publishes a programme; segments that were already copied are not copied again.
 * @throws LiveError, MediaStoreError
 */
export async function publishProgram(
  deps: PublishDeps,
  publication: Publication,
): Promise<Published> {
  const externalId = externalIdOf(publication)
  const before = await publishedBefore(deps, externalId)
  try {
    const { recorded, stream } = await copyRecorded(deps, publication)
    const { seconds, files } = recorded
    const wasThere = before?.stream === stream
    if (!publication.isDryRun && !wasThere)
      await nameTitle(deps, publication, { externalId, stream, seconds })
    return { externalId, stream, seconds: Math.round(seconds), files: files.length, wasThere }
  } catch (error) {
    // The programme may have left the window meanwhile.
    if (!(error instanceof LiveError) || !before?.stream.startsWith(folderOf(publication)))
      throw error
    const { stream, seconds } = before
    return { externalId, stream, seconds: Math.round(seconds ?? 0), files: 0, wasThere: true }
  }
}

function copyRecorded({ db, store, now }: PublishDeps, publication: Publication) {
  const { channel, program, isDryRun } = publication
  return db.transaction(async tx => {
    // Copying takes minutes without queries to the database.
    await tx.execute(sql`set local idle_in_transaction_session_timeout = 0`)
    const held = { now: now(), isHeld: !isDryRun }
    const recorded = await recordedProgram(tx, channel, program, held)
    const stream = `${folderOf(publication)}-${recorded.digest}`
    if (!isDryRun) await copy(store, { recorded, stream, publication })
    return { recorded, stream }
  })
}

type Named = { externalId: string; stream: string; seconds: number }

async function nameTitle(
  deps: PublishDeps,
  publication: Publication,
  { externalId, stream, seconds }: Named,
): Promise<void> {
  const title = await titleOf(deps, publication, externalId)
  const description = { kind: 'vod' as const, manifest: LIVE_MANIFEST, duration: seconds }
  await nameStream({ db: deps.db, kind: 'primary' }, title.id, stream, {
    description: { ...description, audio: [], captions: [] },
    audio: [],
    captions: [],
  })
  await deps.invalidate(['catalogue', `content:${title.id}`])
}

/** Located below `titles`, so that `./pardeh media clean` finds it once no title uses it. */
function folderOf({ channel, program }: Publication): string {
  return `titles/live-${channel.id}/${program.id}`
}

function externalIdOf({ content, program }: Pick<Publication, 'content' | 'program'>): string {
  const start = toWire(program.startsAt).slice(0, 16).replaceAll(':', '')
  return `${content.externalId ?? content.shortId}-${start}`
}

type Copy = { recorded: RecordedProgram; stream: string; publication: Publication }

/** `stream.json` is written last: a stream that has it is complete. */
async function copy(store: MediaStore, { recorded, stream, publication }: Copy): Promise<void> {
  const { channel, onProgress } = publication
  const { files, playlists, seconds } = recorded
  const description = `${stream}/stream.json`
  if (await store.find(description)) return
  for (let from = 0; from < files.length; from += AT_ONCE) {
    const some = files.slice(from, from + AT_ONCE)
    await Promise.all(
      some.map(file => copyFile(store, segmentKey(channel.id, file), `${stream}/${file}`)),
    )
    onProgress((from + some.length) / files.length)
  }
  const text = { kind: 'vod', manifest: LIVE_MANIFEST, duration: seconds, audio: [], captions: [] }
  for (const [name, playlist] of playlists)
    await store.put(`${stream}/${name}`, { bytes: Buffer.from(playlist) })
  await store.put(description, { bytes: Buffer.from(`${JSON.stringify(text, null, 2)}\n`) })
}

async function copyFile(store: MediaStore, from: string, to: string): Promise<void> {
  const [source, before] = await Promise.all([store.find(from), store.find(to)])
  if (source && before?.size === source.size) return
  const body = source && (await store.read(from))
  if (!body) throw new LiveError('A recorded segment is not in the media store any more.')
  await store.put(to, { bytes: new Uint8Array(await new Response(body).arrayBuffer()) })
}

async function publishedBefore({ db }: PublishDeps, externalId: string) {
  const [row] = await db
    .select({ stream: videoFiles.stream, seconds: videoFiles.durationSeconds })
    .from(contents)
    .innerJoin(videoFiles, eq(videoFiles.contentId, contents.id))
    .where(and(eq(contents.externalId, externalId), eq(videoFiles.kind, 'primary')))
  return row
}

/** An existing title keeps the changes of operators. */
async function titleOf(
  deps: PublishDeps,
  { content, program }: Publication,
  externalId: string,
): Promise<Pick<Content, 'id'>> {
  const known = await deps.db
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.externalId, externalId))
  if (known[0]) return known[0]
  const problems: string[] = []
  const importer = await createImporter(deps, {
    pictures: deps.pictures,
    onProblem: ({ field, reason }) => problems.push(`${field}: ${reason}`),
  })
  const age = ([0, ...AGE_LABELS] as const).find(label => label === content.ageLimit)
  const summary = textsOf(translationsOf(program, 'summary'))
  await importer.record({
    kind: 'title',
    type: 'single_video',
    external_id: externalId,
    title: textsOf(translationsOf(program, 'title')),
    ...(Object.keys(summary).length > 0 ? { summary } : {}),
    ...(age === undefined ? {} : { age_label: age }),
    flags: COPIED_FLAGS.filter(flag => content.flags.includes(flag)),
    ...(content.ticketPrice === null ? {} : { ticket_price: content.ticketPrice }),
    ...(content.ticketHours === null ? {} : { ticket_hours: content.ticketHours }),
  })
  await importer.finish()
  if (problems.length > 0) throw new LiveError(problems.join('; '))
  return findVideoTitle(deps.db, externalId)
}

function textsOf(texts: Record<Language, string | null>): Partial<Record<Language, string>> {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== null))
}
