import { use, useEffect, useState } from 'react'
import {
  listContinueWatching,
  listPersonalRows,
  removeContinueWatching,
} from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import type { PersonalRow } from '#src/contract/library.ts'
import { api } from '#src/lib/api/browser.ts'
import { handleFailure } from '#src/lib/api/handle-failure.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { usePagedList } from '../ui/use-paged-list.ts'
import { ContinueWatchingCard } from './ContinueWatchingCard.tsx'
import { PersonalRows } from './PersonalRows.tsx'
import { useOptimisticRemoval } from './use-optimistic-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'failures'] as const

/** The rows of the home page that are a profile's own; renders nothing while they are empty. They come together, so that the page moves once. */
export default function ContinueWatching({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePagedList(from => api(listContinueWatching, { query: from }))
  const remove = useOptimisticRemoval(pages, {
    send: ({ id }) => api(removeContinueWatching, { params: { id } }, { keepalive: true }),
    done: () => undefined,
    fail: error => void handleFailure(error, language),
  })
  const rows = usePersonalRows()
  if (rows === null || pages.state === 'loading') return null
  return (
    <>
      {pages.items.length > 0 && (
        <section className="carousel" aria-labelledby="row-continue">
          <div className="page-width mb-3">
            <h2 id="row-continue" className="heading m-0">
              {t('catalogue.home.continueWatching')}
            </h2>
          </div>
          <ul className="row-scroll list-none">
            {pages.items.map((card, index) => (
              <li key={card.id} className="row-tile">
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
      )}
      <PersonalRows t={t} rows={rows} />
    </>
  )
}

/** Null until they are there; none where they cannot be loaded: the page does without. */
function usePersonalRows(): readonly PersonalRow[] | null {
  const [rows, setRows] = useState<readonly PersonalRow[] | null>(null)
  useEffect(() => {
    api(listPersonalRows).then(
      answer => setRows(answer.rows),
      () => setRows([]),
    )
  }, [])
  return rows
}
