import { use } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { listContinueWatching, removeContinueWatching } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { notify } from '#src/lib/notifications/notifications.store.ts'
import { listingPath } from '#src/lib/routes.ts'
import { type Page, usePagedList } from '../ui/use-paged-list.ts'
import { ContinueWatchingCard } from './ContinueWatchingCard.tsx'
import { PagedList } from './PagedList.tsx'
import { useOptimisticRemoval } from './use-optimistic-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'failures'] as const
type Props = { language: Language; first?: Page<ContentCard> }

/** The continue-watching list, with progress and a remove button. */
export function ContinueList({ language, first }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList(from => api(listContinueWatching, { query: from }), first)
  const remove = useOptimisticRemoval(pages, {
    send: ({ id }) => api(removeContinueWatching, { params: { id } }, { keepalive: true }),
    done: () => notify(t('library.continue.removed'), { type: 'success' }),
    fail: error => void handleFailure(error, language),
  })
  return (
    <PagedList
      t={t}
      pages={pages}
      grid="continue-grid"
      empty={{
        icon: 'i-lucide-circle-play',
        title: t('library.continue.empty'),
        href: listingPath({ order: 'latest' }, language),
      }}
    >
      {(card, index) => (
        <ContinueWatchingCard
          t={t}
          language={language}
          card={card}
          onRemove={() => remove(card, index)}
        />
      )}
    </PagedList>
  )
}
