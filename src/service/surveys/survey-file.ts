/** A survey as the team writes it, in JSON: what `npm run survey -- create FILE` takes (docs/surveys.md). */

import { and, eq, gt, inArray, isNull, lt, or } from 'drizzle-orm'
import { z } from 'zod'
import { LocalizedText } from '#src/contract/fields.ts'
import { localizedColumns, toColumns } from '../db/localized.ts'
import { inTransaction } from '../db/open.ts'
import { artists } from '../db/schema/catalogue.ts'
import { contents } from '../db/schema/contents.ts'
import { surveyGroups, surveyParticipants, surveys } from '../db/schema/surveys.ts'
import type { Deps } from '../deps.ts'
import { newId } from '../ids.ts'

const Ref = z.string().regex(/^[a-z0-9][a-z0-9-]{1,60}$/, 'small letters, digits and hyphens')
const Moment = z.iso.datetime({ offset: true }).transform(text => new Date(text))

export const SurveyFile = z
  .strictObject({
    ref: Ref,
    group: z.strictObject({ ref: Ref, title: LocalizedText }).optional(),
    title: LocalizedText,
    text: LocalizedText.optional(),
    /** How many votes a user has, how many of them one participant may get, and how many must get one. */
    votes_total: z.number().int().min(1).max(1_000),
    votes_per_item: z.number().int().min(1).max(1_000),
    min_item: z.number().int().min(1).max(1_000).default(1),
    starts_at: Moment.optional(),
    ends_at: Moment.optional(),
    position: z.number().int().min(0).max(1_000).default(0),
    participants: z
      .array(
        z.strictObject({
          title: LocalizedText,
          subtitle: LocalizedText.optional(),
          /** external_id of an artist or a title, whose picture is taken. */
          artist: z.string().optional(),
          content: z.string().optional(),
        }),
      )
      .min(2)
      .max(200),
  })
  .refine(file => file.votes_per_item <= file.votes_total, {
    path: ['votes_per_item'],
    message: 'is above votes_total',
  })
  .refine(file => file.min_item <= file.votes_total, {
    path: ['min_item'],
    message: 'is above votes_total',
  })
  .refine(file => file.min_item <= file.participants.length, {
    path: ['min_item'],
    message: 'is above the participants',
  })
  .refine(file => !file.ends_at || !file.starts_at || file.ends_at > file.starts_at, {
    path: ['ends_at'],
    message: 'is not after starts_at',
  })
export type SurveyFile = z.output<typeof SurveyFile>
type Participant = SurveyFile['participants'][number]
type Picture = { path: string | null; colour: string | null }

/** Answers false when there is a survey with that ref already: votes are never mixed. */
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
        ...toColumns('title', file.title),
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
        ...toColumns('title', each.title),
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
  const values = { ref, ...toColumns('title', title) }
  const [row] = await tx
    .insert(surveyGroups)
    .values({ id: newId(), ...values })
    .onConflictDoUpdate({ target: surveyGroups.ref, set: values })
    .returning({ id: surveyGroups.id })
  if (!row) throw new Error('no group was written')
  return row.id
}

const key = (kind: 'artist' | 'content', externalId: string | null) => `${kind}:${externalId}`

function pictureOf(pictures: Map<string, Picture>, { artist, content }: Participant) {
  if (artist) return pictures.get(key('artist', artist))
  return content ? pictures.get(key('content', content)) : undefined
}

/** What the file calls artists and titles that the catalogue does not have, and where. */
export async function missingReferences(
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
  // One after another: a transaction has one connection.
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

/** Nobody votes after this moment, and the results are shown. Answers whether there is such a survey and it was open. */
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
