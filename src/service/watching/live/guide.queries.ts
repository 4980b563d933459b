/** The programme guide of a channel in the database. */
import { and, asc, eq, gt, gte, inArray, lt, or } from 'drizzle-orm'
import { localizedColumns } from '../../platform/db/localized.ts'
import type { Queryable } from '../../platform/db/open.ts'
import { liveChannels, livePrograms } from '../../platform/db/schema/live.ts'
import { newId } from '../../platform/ids.ts'
import type { GuideEntry, Texts } from './xmltv.ts'

export type Program = typeof livePrograms.$inferSelect
type GuideChanges = { added: number; changed: number; removed: number; unchanged: number }

/**
 * Merges entries into the guide: each is added, or changes the programme with the same start. Texts in languages that
 * an entry lacks are kept. Programmes do not overlap: those that begin during an entry are deleted, and one that is
 * running when an entry begins is shortened. All others are kept; the same file again changes nothing.
 */
export async function patchGuide(
  db: Queryable,
  channelId: string,
  entries: readonly GuideEntry[],
): Promise<GuideChanges> {
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  for (const entry of entries) {
    const overlapping = await listPrograms(db, channelId, entry.startsAt, entry.endsAt)
    const isSameStart = ({ startsAt }: Program) => startsAt.getTime() === entry.startsAt.getTime()
    const program = overlapping.find(isSameStart)
    const others = overlapping.filter(each => !isSameStart(each))
    const running = others.filter(({ startsAt }) => startsAt < entry.startsAt)
    const gone = others.filter(({ startsAt }) => startsAt > entry.startsAt).map(({ id }) => id)
    for (const { id } of running)
      await db.update(livePrograms).set({ endsAt: entry.startsAt }).where(eq(livePrograms.id, id))
    if (gone.length > 0) await db.delete(livePrograms).where(inArray(livePrograms.id, gone))
    changes.changed += running.length
    changes.removed += gone.length
    changes[await put(db, channelId, { program, entry })] += 1
  }
  return changes
}

async function put(
  db: Queryable,
  channelId: string,
  { program, entry }: { program: Program | undefined; entry: GuideEntry },
): Promise<'added' | 'changed' | 'unchanged'> {
  const said = columnsOfEntry(entry, program)
  if (!program) {
    await db.insert(livePrograms).values({ id: newId(), channelId, ...said })
    return 'added'
  }
  if (isSame(program, said)) return 'unchanged'
  await db.update(livePrograms).set(said).where(eq(livePrograms.id, program.id))
  return 'changed'
}

function columnsOfEntry(
  { startsAt, endsAt, title, summary }: GuideEntry,
  before: Program | undefined,
) {
  const columns = <Name extends 'title' | 'summary'>(name: Name, texts: Texts) =>
    localizedColumns<Name, string | null>(
      name,
      (language, key) =>
        texts[language] ?? ((before as Record<string, unknown>)?.[key] as string | null) ?? null,
    )
  return { startsAt, endsAt, ...columns('title', title), ...columns('summary', summary) }
}

function isSame(program: Program, said: ReturnType<typeof columnsOfEntry>): boolean {
  const texts = (row: Program | typeof said) =>
    JSON.stringify([
      row.endsAt,
      ...Object.values(localizedColumns('title', (_, key) => row[key])),
      ...Object.values(localizedColumns('summary', (_, key) => row[key])),
    ])
  return texts(program) === texts(said)
}

/** Returns the programmes that run in this time, in order. */
export function listPrograms(
  db: Queryable,
  channelId: string,
  from: Date,
  to: Date,
): Promise<Program[]> {
  return db
    .select()
    .from(livePrograms)
    .where(
      and(
        eq(livePrograms.channelId, channelId),
        gt(livePrograms.endsAt, from),
        lt(livePrograms.startsAt, to),
      ),
    )
    .orderBy(asc(livePrograms.startsAt))
}

/** Returns a programme by its id, or by the time at which it starts. */
export async function findProgram(
  db: Queryable,
  channelId: string,
  name: { id: string } | { startsAt: Date },
): Promise<Program | null> {
  const { id, startsAt } = livePrograms
  const [row] = await db
    .select()
    .from(livePrograms)
    .where(
      and(
        eq(livePrograms.channelId, channelId),
        'id' in name ? eq(id, name.id) : eq(startsAt, name.startsAt),
      ),
    )
  return row ?? null
}

/** Returns the titles of channels on which a programme began or ended in this time. */
export async function listTitlesWithProgramChanges(
  db: Queryable,
  from: Date,
  to: Date,
): Promise<string[]> {
  const within = (moment: typeof livePrograms.startsAt | typeof livePrograms.endsAt) =>
    and(gte(moment, from), lt(moment, to))
  const rows = await db
    .selectDistinct({ id: liveChannels.contentId })
    .from(livePrograms)
    .innerJoin(liveChannels, eq(liveChannels.id, livePrograms.channelId))
    .where(or(within(livePrograms.startsAt), within(livePrograms.endsAt)))
  return rows.map(({ id }) => id)
}

/** Returns the titles of channels that have a guide. */
export async function listTitlesWithGuide(db: Queryable): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: liveChannels.contentId })
    .from(livePrograms)
    .innerJoin(liveChannels, eq(liveChannels.id, livePrograms.channelId))
  return rows.map(({ id }) => id)
}
