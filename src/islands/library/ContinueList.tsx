import { use } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { listContinueWatching, removeContinueWatching } from '#src/contract/library.ts'
import { api } from '#src/lib/api/browser.ts'
import { reactTo } from '#src/lib/api/react.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { listingPath } from '#src/lib/routes.ts'
import { notify } from '#src/lib/shell/notifications.store.ts'
import { type Found, usePages } from '../ui/use-pages.ts'
import { BegunCard } from './BegunCard.tsx'
import { PagedList } from './PagedList.tsx'
import { useRemoval } from './use-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'errors'] as const
type Props = { language: Language; first?: Found<ContentCard> }

/** Begun and not finished, each with its progress and a way off the list. */
export default function ContinueList({ language, first }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePages(offset => api(listContinueWatching, { query: { offset } }), first)
  const remove = useRemoval(pages, {
    send: ({ id }) => api(removeContinueWatching, { params: { id } }, { keepalive: true }),
    done: () => notify(t('library.continue.removed'), { type: 'success' }),
    fail: error => void reactTo(error, language),
  })
  return (
    <PagedList
      t={t}
      pages={pages}
      grid="begun-grid"
      empty={{
        icon: 'i-lucide-circle-play',
        title: t('library.continue.empty'),
        href: listingPath({ order: 'latest' }, language),
      }}
    >
      {(card, index) => (
        <BegunCard t={t} language={language} card={card} onRemove={() => remove(card, index)} />
      )}
    </PagedList>
  )
}
