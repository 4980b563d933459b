import type { ContentCard } from '#src/contract/content.ts'
import { listContinueWatching, removeContinueWatching } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { type PagedItems, usePagedList } from '../ui/use-paged-list.ts'
import { useOptimisticRemoval } from './use-optimistic-removal.ts'

export const LIBRARY_NAMESPACES = ['library', 'catalogue', 'common', 'failures'] as const
const NOTHING = { items: [], total: 0 }

/** True if the top of this page has the place of the row (src/lib/boot/preload.js). */
export function isContinueRowReserved(): boolean {
  return document.documentElement.hasAttribute('data-unfinished')
}

/** Loads the titles to continue, unless `isWanted` returns false when the island has hydrated. */
export function useContinueWatching(language: Language, isWanted: () => boolean) {
  const pages: PagedItems<ContentCard> = usePagedList(async from =>
    isWanted() ? api(listContinueWatching, { query: from }) : NOTHING,
  )
  const remove = useOptimisticRemoval(pages, {
    send: ({ id }) => api(removeContinueWatching, { params: { id } }, { keepalive: true }),
    done: () => {
      // This reply updates the `state` cookie, so that the next page reserves no place for an empty row.
      if (pages.items.length === 1) void api(listContinueWatching).catch(() => undefined)
    },
    fail: error => void handleFailure(error, language),
  })
  return { pages, remove }
}
