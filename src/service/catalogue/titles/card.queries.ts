import { and, isNull, sql } from 'drizzle-orm'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { isAgeAllowed } from '../../accounts/access/age-rating.ts'
import { preparedQuery } from '../../platform/db/prepared.ts'
import { contents } from '../../platform/db/schema/contents.ts'
import type { Deps } from '../../platform/deps.ts'
import { type CardContext, toCard } from './card.ts'
import { type CardRow, cardRows } from './card-columns.ts'
import { cachedEachPerVersion, warmCache } from './catalogue-cache.ts'
import { categoriesById } from './categories.ts'
import { picturesBase } from './picture.ts'

export async function createCardContext(deps: Deps, language: Language): Promise<CardContext> {
  const categories = await categoriesById(deps)
  return { language, pictures: picturesBase(deps.env), now: deps.now(), categories }
}

/** A row, and the cards built from it up to now. */
type CachedCard = { row: CardRow; cards: Partial<Record<Language, ContentCard>> }
const CARD_CACHE = 'cards'

/**
 * Returns the cards with these ids, in this order. Removed titles and those above `maxAge` are left out, so the result
 * may be shorter. All callers share the same objects, which must not be changed.
 */
export async function loadCards(
  deps: Deps,
  ids: readonly string[],
  language: Language,
  maxAge: number | null = null,
): Promise<ContentCard[]> {
  if (ids.length === 0) return []
  const [known, context] = await Promise.all([
    cachedEachPerVersion(deps, CARD_CACHE, ids, async unknown =>
      knownOf(await cardsOfIds(deps.db).execute({ ids: unknown })),
    ),
    createCardContext(deps, language),
  ])
  return ids.flatMap(id => {
    const found = known.get(id)
    if (!found || !isAgeAllowed(found.row.ageLimit, maxAge)) return []
    found.cards[language] ??= toCard(found.row, context)
    return [found.cards[language]]
  })
}

/** Caches rows that were read for another purpose and are not removed, so that `loadCards` need not read them again. */
export function warmCards(deps: Deps, rows: readonly CardRow[]): Promise<void> {
  return warmCache(deps, CARD_CACHE, knownOf(rows))
}

function knownOf(rows: readonly CardRow[]): Array<readonly [string, CachedCard]> {
  return rows.map(row => [row.id, { row, cards: {} }])
}

function cardsOfIds(database: Deps['db']) {
  const asked = sql`${contents.id} = any(${sql.placeholder('ids')}::text[])`
  return preparedQuery(database, 'cards of ids', db =>
    cardRows(db, and(asked, isNull(contents.removedAt))),
  )
}
