/** The guide of a channel in the database. */
import { and, asc, eq, gt, gte, inArray, lt } from 'drizzle-orm'
import { localizedColumns } from '../db/localized.ts'
import type { Queryable } from '../db/open.ts'
import { liveChannels, livePrograms } from '../db/schema/live.ts'
import { newId } from '../ids.ts'
import type { GuideEntry, Texts } from './xmltv.ts'

export type Program = typeof livePrograms.$inferSelect
export type GuideChanges = { added: number; changed: number; removed: number; unchanged: number }

/** For the hours that the entries cover the guide is theirs alone; the same file again changes nothing. */
export async function replaceGuide(
  db: Queryable,
  channelId: string,
  entries: readonly GuideEntry[],
): Promise<GuideChanges> {
  const [first, last] = [entries[0], entries.at(-1)]
  const changes = { added: 0, changed: 0, removed: 0, unchanged: 0 }
  if (!first || !last) return changes
  const before = await programsBetween(db, channelId, first.startsAt, last.endsAt)
  const known = new Map(before.map(program => [program.startsAt.getTime(), program]))
  for (const entry of entries) {
    const program = known.get(entry.startsAt.getTime())
    known.delete(entry.startsAt.getTime())
    const said = columnsOfEntry(entry)
    if (!program) {
      await db.insert(livePrograms).values({ id: newId(), channelId, ...said })
      changes.added += 1
    } else if (isSame(program, said)) changes.unchanged += 1
    else {
      await db.update(livePrograms).set(said).where(eq(livePrograms.id, program.id))
      changes.changed += 1
    }
  }
  const gone = [...known.values()].map(({ id }) => id)
  if (gone.length > 0) await db.delete(livePrograms).where(inArray(livePrograms.id, gone))
  return { ...changes, removed: gone.length }
}

function columnsOfEntry({ startsAt, endsAt, title, summary }: GuideEntry) {
  const columns = <Name extends string>(name: Name, texts: Texts) =>
    localizedColumns(name, language => texts[language] ?? null)
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

/** Those that run in this time, in their order. */
export function programsBetween(
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

/** Titles of the channels on which a programme began in this time. */
export async function contentsWithStarts(db: Queryable, from: Date, to: Date): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: liveChannels.contentId })
    .from(livePrograms)
    .innerJoin(liveChannels, eq(liveChannels.id, livePrograms.channelId))
    .where(and(gte(livePrograms.startsAt, from), lt(livePrograms.startsAt, to)))
  return rows.map(({ id }) => id)
}
