/** Builds the rows of genres and collections. */
import type { ImportCategory } from '#src/contract/import.ts'
import { cleanText } from '#src/lib/text/normalise.ts'
import { toSlug } from '#src/lib/text/slug.ts'
import { localizedColumns } from '../../platform/db/localized.ts'
import type { Tx } from '../../platform/db/open.ts'
import { categories } from '../../platform/db/schema/catalogue.ts'
import { genreId } from './built-in-categories.ts'
import { KIDS_ID } from './categories.ts'
import { assignShortIds } from './identity.ts'
import type { CategoryWork } from './work.ts'

export async function writeCategories(
  tx: Tx,
  work: readonly CategoryWork[],
  now: Date,
): Promise<void> {
  if (work.length === 0) return
  const rows = await tx.select().from(categories)
  const taken = new Set(rows.map(({ id }) => id))
  let last = Math.max(-1, ...rows.map(({ position }) => position))
  for (const { category, picture } of work) {
    const old = rows.find(({ key }) => key === category.external_id)
    const id = old?.id ?? (await freeId(category.external_id, taken))
    taken.add(id)
    const values = {
      ...categoryColumns(category, id),
      position: category.order ?? old?.position ?? ++last,
      imagePath: picture?.path ?? null,
      imageColour: picture?.colour ?? null,
      updatedAt: now,
    }
    await tx
      .insert(categories)
      .values({ id, ...values })
      .onConflictDoUpdate({ target: categories.id, set: values })
  }
}

function categoryColumns(category: ImportCategory, id: string) {
  const { external_id, type = 'genre', name, description, listed = true } = category
  const slug = (language: keyof typeof name) => (id === KIDS_ID ? KIDS_ID : toSlug(name[language]))
  return {
    type,
    key: external_id,
    ...localizedColumns('title', language => cleanText(name[language])),
    ...localizedColumns('slug', slug),
    ...localizedColumns('description', language => cleanText(description?.[language] ?? '')),
    isListed: listed,
  }
}

async function freeId(key: string, taken: ReadonlySet<string>): Promise<string> {
  const first = genreId(key)
  if (!taken.has(first)) return first
  const ids = await assignShortIds(
    'category',
    [key],
    async candidates => new Set(candidates.filter(id => taken.has(id))),
  )
  return ids.get(key) ?? first
}
