/** The file of a survey in YAML or JSON, as `./pardeh survey create FILE` reads it (docs/surveys.md). */

import { and, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { LocalizedText } from '#src/contract/fields.ts'
import { momentText } from '#src/lib/text/written-time.ts'
import { localizedColumns, translationsToColumns } from '../../platform/db/localized.ts'
import { inTransaction } from '../../platform/db/open.ts'
import { artists } from '../../platform/db/schema/catalogue.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import { surveyGroups, surveyParticipants, surveys } from '../../platform/db/schema/surveys.ts'
import type { Deps } from '../../platform/deps.ts'
import { newId } from '../../platform/ids.ts'
import { WrittenMoment } from '../../platform/written-moment.ts'

const Ref = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,60}$/, 'must be lower-case Latin letters, digits and hyphens')

export const SurveyFile = z
  .strictObject({
    ref: Ref,
    group: z.strictObject({ ref: Ref, title: LocalizedText }).optional(),
    title: LocalizedText,
    text: LocalizedText.optional(),
    /** The number of votes of a user, the maximum for one participant, and the number of participants that must get one. */
    votes_total: z.number().int().min(1).max(1_000),
    votes_per_item: z.number().int().min(1).max(1_000),
    min_item: z.number().int().min(1).max(1_000).default(1),
    starts_at: WrittenMoment.optional(),
    ends_at: WrittenMoment.optional(),
    position: z.number().int().min(0).max(1_000).default(0),
    participants: z
      .array(
        z.strictObject({
          title: LocalizedText,
          subtitle: LocalizedText.optional(),
          /** external_id of an artist or a title, whose picture is shown. */
          artist: z.string().optional(),
          content: z.string().optional(),
        }),
      )
      .min(2)
      .max(200),
  })
  .superRefine((file, context) => {
    const { votes_per_item, votes_total, min_item, participants, starts_at, ends_at } = file
    const wrong = (field: keyof typeof file, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message })
    if (votes_per_item > votes_total)
      wrong('votes_per_item', `cannot be ${votes_per_item}: votes_total is ${votes_total}.`)
    if (min_item > votes_total)
      wrong('min_item', `cannot be ${min_item}: votes_total is ${votes_total}.`)
    if (min_item > participants.length)
      wrong('min_item', `cannot be ${min_item}: there are ${participants.length} participants.`)
    if (starts_at && ends_at && ends_at <= starts_at)
      wrong('ends_at', endProblem(ends_at, `the survey starts at ${momentText(starts_at)}`))
  })
export type SurveyFile = z.output<typeof SurveyFile>
type Participant = SurveyFile['participants'][number]
type Picture = { path: string | null; colour: string | null }

function endProblem(endsAt: Date, reason: string): string {
  return `cannot be ${momentText(endsAt)}: ${reason}. Give a later time, or leave it out.`
}

/** Returns the reason why the survey of the file would already be closed, or null. */
export function pastEndProblem({ ends_at }: SurveyFile, now: Date): string | null {
  return ends_at && ends_at <= now ? endProblem(ends_at, 'it is in the past') : null
}

/** Creates a survey. Returns false if its ref is taken, because votes of two surveys must never mix. */
export async function createSurvey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  file: SurveyFile,
): Promise<boolean> {
  const pictures = await picturesOf(db, file.participants)
  return inTransaction(db, async tx => {
    const id = newId()
    const made = await tx
      .insert(surveys)
      .values({
        id,
        ref: file.ref,
        groupId: file.group ? await groupId(tx, file.group) : null,
        ...translationsToColumns('title', file.title),
        ...localizedColumns('text', language => file.text?.[language] ?? ''),
        votesTotal: file.votes_total,
        votesPerItem: file.votes_per_item,
        minItem: file.min_item,
        position: file.position,
        startsAt: file.starts_at ?? now(),
        endsAt: file.ends_at ?? null,
        createdAt: now(),
      })
      .onConflictDoNothing({ target: surveys.ref })
      .returning({ id: surveys.id })
    if (made.length === 0) return false
    await tx.insert(surveyParticipants).values(
      file.participants.map((each, position) => ({
        id: newId(),
        surveyId: id,
        ...translationsToColumns('title', each.title),
        ...localizedColumns('subtitle', language => each.subtitle?.[language] ?? null),
        imagePath: pictureOf(pictures, each)?.path ?? null,
        imageColour: pictureOf(pictures, each)?.colour ?? null,
        position,
      })),
    )
    return true
  })
}

type Tx = Parameters<Parameters<Deps['db']['transaction']>[0]>[0]
async function groupId(tx: Tx, { ref, title }: NonNullable<SurveyFile['group']>): Promise<string> {
  const values = { ref, ...translationsToColumns('title', title) }
  const [row] = await tx
    .insert(surveyGroups)
    .values({ id: newId(), ...values })
    .onConflictDoUpdate({ target: surveyGroups.ref, set: values })
    .returning({ id: surveyGroups.id })
  if (!row) throw new Error('the group was not inserted')
  return row.id
}

const key = (kind: 'artist' | 'content', externalId: string | null) => `${kind}:${externalId}`

function pictureOf(pictures: Map<string, Picture>, { artist, content }: Participant) {
  if (artist) return pictures.get(key('artist', artist))
  return content ? pictures.get(key('content', content)) : undefined
}

/** Returns the references of the file that the catalogue does not contain, with their paths. */
export async function findMissingSurveyReferences(
  { db }: Pick<Deps, 'db'>,
  file: SurveyFile,
): Promise<{ path: (string | number)[]; name: string }[]> {
  const known = await picturesOf(db, file.participants)
  return file.participants.flatMap((participant, at) =>
    (['artist', 'content'] as const).flatMap(kind => {
      const name = participant[kind]
      return name && !known.has(key(kind, name)) ? [{ path: ['participants', at, kind], name }] : []
    }),
  )
}

async function picturesOf(
  db: Deps['db'],
  participants: readonly Participant[],
): Promise<Map<string, Picture>> {
  const named = (kind: 'artist' | 'content') => participants.flatMap(each => each[kind] ?? [])
  // One query after the other, because a transaction has one connection.
  const people = await db
    .select({ id: artists.externalId, path: artists.imagePath, colour: artists.imageColour })
    .from(artists)
    .where(inArray(artists.externalId, named('artist')))
  const titles = await db
    .select({ id: contents.externalId, path: contents.posterPath, colour: contents.posterColour })
    .from(contents)
    .where(inArray(contents.externalId, named('content')))
  return new Map<string, Picture>([
    ...people.map(({ id, path, colour }) => [key('artist', id), { path, colour }] as const),
    ...titles.map(({ id, path, colour }) => [key('content', id), { path, colour }] as const),
  ])
}

/** Ends a survey now and shows its results. Returns false if there is no open survey with this ref. */
export async function endSurvey(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  ref: string,
): Promise<boolean> {
  const time = now()
  const isOpen = and(
    lt(surveys.startsAt, time),
    or(isNull(surveys.endsAt), gt(surveys.endsAt, time)),
  )
  const rows = await db
    .update(surveys)
    .set({ endsAt: time })
    .where(and(eq(surveys.ref, ref), isOpen))
    .returning({ id: surveys.id })
  return rows.length > 0
}
