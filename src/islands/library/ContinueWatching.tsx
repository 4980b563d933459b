import { use } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { listContinueWatching, removeContinueWatching } from '#src/contract/library.ts'
import { api } from '#src/lib/api/browser.ts'
import { reactTo } from '#src/lib/api/react.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { usePages } from '../ui/use-pages.ts'
import { BegunCard } from './BegunCard.tsx'
import { useRemoval } from './use-removal.ts'

const NAMESPACES = ['library', 'catalogue', 'common', 'errors'] as const

/** The row of the home page: only for who is signed in, and nothing at all while there is nothing. */
export default function ContinueWatching({ language }: { language: Language }) {
  const t = use(loadT(language, NAMESPACES))
  const pages = usePages(offset => api(listContinueWatching, { query: { offset } }))
  const remove = useRemoval(pages, {
    send: ({ id }) => api(removeContinueWatching, { params: { id } }, { keepalive: true }),
    done: () => undefined,
    fail: error => void reactTo(error, language),
  })
  if (pages.items.length === 0) return null
  return (
    <section aria-labelledby="row-continue">
      <div className="shell mb-3">
        <h2 id="row-continue" className="heading m-0">
          {t('catalogue.home.continueWatching')}
        </h2>
      </div>
      <ul className="row-scroll gutter max-w-[1760px] mx-auto list-none">
        {pages.items.map((card, index) => (
          <li key={card.id} className="w-56 md:w-72">
            <BegunCard t={t} language={language} card={card} onRemove={() => remove(card, index)} />
          </li>
        ))}
      </ul>
    </section>
  )
}
