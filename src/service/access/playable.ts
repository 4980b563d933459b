/** Cards that say truly whether there is something to play now: what a play button may lead to. */
import type { ContentCard } from '#src/contract/content.ts'
import type { Deps } from '../deps.ts'
import { accessTitles } from './access.queries.ts'

/** Of these titles, those that somebody may play now. */
export async function playableIds(deps: Deps, ids: readonly string[]): Promise<Set<string>> {
  const titles = await accessTitles(deps, ids)
  return new Set(
    titles
      .filter(({ flags, hasVideo }) => hasVideo && !flags.includes('coming_soon'))
      .map(({ id }) => id),
  )
}

/** The card with the flag `playable` exactly where it is among these. */
export function withPlayable<Card extends Pick<ContentCard, 'id' | 'flag'>>(
  card: Card,
  playable: ReadonlySet<string>,
): Card {
  const isPlayable = playable.has(card.id)
  if (card.flag.includes('playable') === isPlayable) return card
  const others = card.flag.filter(flag => flag !== 'playable')
  return { ...card, flag: isPlayable ? [...others, 'playable'] : others }
}
