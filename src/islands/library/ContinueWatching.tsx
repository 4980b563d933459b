import { use } from 'react'
import { listContinueWatching, removeContinueWatching } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { ContinueWatchingCard } from './ContinueWatchingCard.tsx'
import { useOptimisticRemoval } from './use-optimistic-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'errors'] as const

/** The row of the home page for signed-in viewers; renders nothing while it is empty. */
export default function ContinueWatching({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList(from => api(listContinueWatching, { query: from }))
  const remove = useOptimisticRemoval(pages, {
    send: ({ id }) => api(removeContinueWatching, { params: { id } }, { keepalive: true }),
    done: () => undefined,
    fail: error => void handleFailure(error, language),
  })
  if (pages.items.length === 0) return null
  return (
    <section aria-labelledby="row-continue">
      <div className="page-width mb-3">
        <h2 id="row-continue" className="heading m-0">
          {t('catalogue.home.continueWatching')}
        </h2>
      </div>
      <ul className="row-scroll gutter max-w-[1760px] mx-auto list-none">
        {pages.items.map((card, index) => (
          <li key={card.id} className="w-56 md:w-72">
            <ContinueWatchingCard
              t={t}
              language={language}
              card={card}
              onRemove={() => remove(card, index)}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}
