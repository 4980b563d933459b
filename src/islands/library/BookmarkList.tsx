import { use } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { listBookmarks, removeBookmark } from '#src/contract/library.ts'
import { api } from '#src/lib/api/browser.ts'
import { reactTo } from '#src/lib/api/react.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { listingPath } from '#src/lib/routes.ts'
import { notify } from '#src/lib/shell/notifications.store.ts'
import { type Found, usePages } from '../ui/use-pages.ts'
import { PagedList } from './PagedList.tsx'
import { PosterCard } from './PosterCard.tsx'
import { useRemoval } from './use-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'errors'] as const
type Props = { language: Language; first?: Found<ContentCard>; heading?: 'h2' | 'h3' }

/** What a profile has bookmarked, the newest first. */
export default function BookmarkList({ language, first, heading = 'h2' }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePages(offset => api(listBookmarks, { query: { offset } }), first)
  const remove = useRemoval(pages, {
    send: ({ id }) => api(removeBookmark, { params: { id } }, { keepalive: true }),
    done: () => notify(t('library.bookmarks.removed'), { type: 'success' }),
    fail: error => void reactTo(error, language),
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
          language={language}
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
