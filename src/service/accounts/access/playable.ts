/** Sets the `playable` flag of cards exactly if a play button would work. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Deps } from '../../platform/deps.ts'
import { findAccessTitles } from './access.queries.ts'

/** Returns the ids of the titles that some users can play now. */
export async function findPlayableIds(deps: Deps, ids: readonly string[]): Promise<Set<string>> {
  const titles = await findAccessTitles(deps, ids)
  return new Set(
    titles
      .filter(({ flags, hasVideo }) => hasVideo && !flags.includes('coming_soon'))
      .map(({ id }) => id),
  )
}

/** Returns the card with the flag `playable` if and only if its id is in the set. */
export function withPlayableFlag<Card extends Pick<ContentCard, 'id' | 'flag'>>(
  card: Card,
  playable: ReadonlySet<string>,
): Card {
  const isPlayable = playable.has(card.id)
  if (card.flag.includes('playable') === isPlayable) return card
  const others = card.flag.filter(flag => flag !== 'playable')
  return { ...card, flag: isPlayable ? [...others, 'playable'] : others }
}
