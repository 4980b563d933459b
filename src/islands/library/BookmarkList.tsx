import { use } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { listBookmarks, removeBookmark } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { listingPath } from '#src/lib/routes.ts'
import { type Page, usePagedList } from '../ui/use-paged-list.ts'
import { PagedList } from './PagedList.tsx'
import { PosterCard } from './PosterCard.tsx'
import { useOptimisticRemoval } from './use-optimistic-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'failures'] as const
type Props = { language: Language; first?: Page<ContentCard>; heading?: 'h2' | 'h3' }

/** The bookmarks of a profile, newest first. */
export function BookmarkList({ language, first, heading = 'h2' }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList(from => api(listBookmarks, { query: from }), first)
  const remove = useOptimisticRemoval(pages, {
    send: ({ id }) => api(removeBookmark, { params: { id } }, { keepalive: true }),
    done: () => notify(t('library.bookmarks.removed'), { type: 'success' }),
    fail: error => void handleFailure(error, language),
  })
  return (
    <PagedList
      t={t}
      pages={pages}
      grid="poster-grid"
      empty={{
        icon: 'i-lucide-bookmark',
        title: t('library.bookmarks.empty'),
        text: t('library.bookmarks.emptyHint'),
        href: listingPath({ order: 'latest' }, language),
      }}
    >
      {(card, index) => (
        <PosterCard
          t={t}
          card={card}
          heading={heading}
          action={{
            label: t('library.bookmarks.remove'),
            icon: 'i-lucide-bookmark-minus',
            onPress: () => remove(card, index),
          }}
        />
      )}
    </PagedList>
  )
}
