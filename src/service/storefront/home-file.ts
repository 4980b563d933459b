/** The file of a page in YAML or JSON, as `./pardeh home apply FILE` reads it (docs/home.md). */

import { eq, inArray, or } from 'drizzle-orm'
import { z } from 'zod'
import { FLAGS } from '#src/contract/content.ts'
import { LocalizedText } from '#src/contract/fields.ts'
import { SORT_ORDERS, TYPE_FILTERS } from '#src/contract/limits.ts'
import { localizedColumns, translationsToColumns } from '../platform/db/localized.ts'
import { inTransaction, type Tx } from '../platform/db/open.ts'
import { artists, categories } from '../platform/db/schema/catalogue.ts'
import { contents } from '../platform/db/schema/contents.ts'
import { globalLinks, homeWidgets } from '../platform/db/schema/pages.ts'
import type { Deps } from '../platform/deps.ts'
import { newId } from '../platform/ids.ts'

const ExternalIds = z.array(z.string().min(1)).min(1).max(100)
/** A path of this site: it has no scheme and no second slash, and browsers cannot read it as another host. */
const Path = z.string().regex(/^\/($|[^/\\])/, 'must be a path of this site, such as /apps')

const named = { title: LocalizedText, more_link: Path.optional() }
const Filter = {
  types: z.array(z.enum(TYPE_FILTERS)).optional(),
  categories: z.array(z.string()).optional(),
  flags: z.array(z.enum(FLAGS)).optional(),
  order: z.enum(SORT_ORDERS).optional(),
  top: z.literal('week').optional(),
  count: z.number().int().min(1).max(48).optional(),
}
const WidgetFile = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('banner'),
    external_ids: ExternalIds,
    /** external_id → the line under the title, instead of its tagline. */
    lines: z.record(z.string(), LocalizedText).optional(),
  }),
  z.strictObject({
    type: z.literal('video_carousel'),
    ...named,
    external_ids: ExternalIds.optional(),
    ...Filter,
  }),
  z.strictObject({
    type: z.literal('artist_carousel'),
    ...named,
    external_ids: ExternalIds.optional(),
  }),
  z.strictObject({ type: z.literal('category_carousel'), ...named }),
  z.strictObject({ type: z.literal('continue_watching'), title: LocalizedText }),
  z.strictObject({ type: z.literal('survey'), title: LocalizedText }),
])
const LinkFile = z.union([
  z.strictObject({ title: LocalizedText, url: Path }),
  z.strictObject({
    title: LocalizedText,
    /** Key (`drama`) or id of a category. */
    category: z.string(),
    order: z.enum(SORT_ORDERS).default('latest'),
  }),
])
export const HomeFile = z.strictObject({
  page: z.enum(['home', 'kids']).default('home'),
  widgets: z.array(WidgetFile).min(1).max(60),
  /** Links of the header; the existing ones stay if this is left out. */
  links: z.array(LinkFile).max(12).optional(),
})
export type HomeFile = z.output<typeof HomeFile>
/** A reference of the file that the catalogue does not contain, with its path. */
export type MissingReference = { path: (string | number)[]; name: string }
type WidgetFile = HomeFile['widgets'][number]

/** Returns an empty list if the catalogue contains everything. Titles that are not published yet count as contained. */
export async function findMissingHomeReferences(
  { db }: Pick<Deps, 'db'>,
  file: HomeFile,
): Promise<MissingReference[]> {
  const { titles, people, groups } = referencesOf(file)
  const names = (references: readonly MissingReference[]) => references.map(({ name }) => name)
  // One query after the other, because a transaction has one connection.
  const knownTitles = await db
    .select({ name: contents.externalId })
    .from(contents)
    .where(inArray(contents.externalId, names(titles)))
  const knownPeople = await db
    .select({ name: artists.externalId })
    .from(artists)
    .where(inArray(artists.externalId, names(people)))
  const knownGroups = await db
    .select({ id: categories.id, key: categories.key })
    .from(categories)
    .where(or(inArray(categories.id, names(groups)), inArray(categories.key, names(groups))))
  const without = (references: readonly MissingReference[], known: readonly (string | null)[]) =>
    references.filter(({ name }) => !known.includes(name))
  return [
    ...without(
      titles,
      knownTitles.map(({ name }) => name),
    ),
    ...without(
      people,
      knownPeople.map(({ name }) => name),
    ),
    ...without(
      groups,
      knownGroups.flatMap(({ id, key }) => [id, key]),
    ),
  ]
}

function referencesOf({ widgets, links = [] }: HomeFile) {
  const of = (path: (string | number)[], names: readonly string[] = []) =>
    names.map((name, at) => ({ path: [...path, at], name }))
  return {
    titles: widgets.flatMap((each, at) =>
      each.type === 'banner' || each.type === 'video_carousel'
        ? of(['widgets', at, 'external_ids'], each.external_ids)
        : [],
    ),
    people: widgets.flatMap((each, at) =>
      each.type === 'artist_carousel' ? of(['widgets', at, 'external_ids'], each.external_ids) : [],
    ),
    groups: [
      ...widgets.flatMap((each, at) =>
        each.type === 'video_carousel' ? of(['widgets', at, 'categories'], each.categories) : [],
      ),
      ...links.flatMap((link, at) =>
        'category' in link ? [{ path: ['links', at, 'category'], name: link.category }] : [],
      ),
    ],
  }
}

/** Replaces the whole page in one transaction, so that visitors never see half of it. */
export async function applyHome(
  { db, invalidate }: Pick<Deps, 'db' | 'invalidate'>,
  file: HomeFile,
): Promise<void> {
  await inTransaction(db, async tx => {
    await tx.delete(homeWidgets).where(eq(homeWidgets.page, file.page))
    await tx
      .insert(homeWidgets)
      .values(file.widgets.map((each, position) => widgetRow(each, position, file.page)))
    if (file.links) await replaceLinks(tx, file.links)
  })
  // The links of the header are on every page.
  await invalidate(file.links ? ['*'] : ['home', 'catalogue'])
}

/** Returns the row of a widget, also for a file that is not applied. */
export function widgetRow(widget: WidgetFile, position: number, page: HomeFile['page']) {
  const { type, ...rest } = widget
  const { title, more_link, ...config } = { title: undefined, more_link: undefined, ...rest }
  return {
    id: newId(),
    page,
    position,
    type,
    ...localizedColumns('title', language => title?.[language] ?? ''),
    moreLink: more_link ?? null,
    config: config as Record<string, unknown>,
  } satisfies typeof homeWidgets.$inferInsert
}

async function replaceLinks(tx: Tx, links: NonNullable<HomeFile['links']>): Promise<void> {
  await tx.delete(globalLinks)
  for (const [position, link] of links.entries()) {
    const title = translationsToColumns('title', link.title)
    await tx.insert(globalLinks).values(
      'url' in link
        ? { id: newId(), position, ...title, navigationType: 'internal_route', url: link.url }
        : {
            id: newId(),
            position,
            ...title,
            navigationType: 'get_by_filter',
            categoryId: await categoryId(tx, link.category),
            sortOrder: link.order,
          },
    )
  }
}

async function categoryId(tx: Tx, name: string): Promise<string | null> {
  const [row] = await tx
    .select({ id: categories.id })
    .from(categories)
    .where(or(eq(categories.id, name), eq(categories.key, name)))
    .limit(1)
  return row?.id ?? null
}
