import type { ContentCard } from '#src/contract/content.ts'
import { recordSearchClick } from '#src/contract/endpoints/search.ts'
import { api } from '../api/browser.ts'

type Found = Pick<ContentCard, 'id' | 'search_position'>

/** What is reported of a clicked result: the position that the service gave it. Null for a card that no search found. */
export function searchClickOf({ id, search_position: position }: Found, queryId: string) {
  if (!queryId || position === null || position === undefined) return null
  return { contentId: id, position, queryId }
}

/** Does not delay the navigation. */
export function reportSearchClick(card: Found, queryId: string): void {
  const query = searchClickOf(card, queryId)
  if (query) api(recordSearchClick, { query }, { keepalive: true }).catch(() => undefined)
}
