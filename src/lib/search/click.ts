import type { ContentCard } from '#src/contract/content.ts'
import { recordSearchClick } from '#src/contract/endpoints/search.ts'
import { api } from '../api/browser.ts'

type Found = Pick<ContentCard, 'id' | 'search_position'>

/**
 * Returns the report of a clicked result with its position from the service; null for a card that was not found by a
 * search.
 */
export function toSearchClick({ id, search_position: position }: Found, queryId: string) {
  if (!queryId || position === null || position === undefined) return null
  return { contentId: id, position, queryId }
}

/** Reports a click without delaying the navigation. */
export function reportSearchClick(card: Found, queryId: string): void {
  const query = toSearchClick(card, queryId)
  if (query) api(recordSearchClick, { query }, { keepalive: true }).catch(() => undefined)
}
