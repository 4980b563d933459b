import type { CSSProperties } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import type { PagedItems } from '../ui/use-paged-list.ts'
import { ContinueWatchingCard, type LibraryT } from './ContinueWatchingCard.tsx'

/** Widths in em of the lines of a card, for `.row-space` (src/styles/rows.css): one line each. */
const LINES = { '--title': 1, '--facts': 15 } as CSSProperties

type Props = {
  t: LibraryT
  language: Language
  pages: PagedItems<ContentCard>
  remove: (card: ContentCard, index: number) => void
  /** True if the `state` cookie decides whether the row is visible. */
  isReserved?: boolean
}

/** The row of titles to continue. Without cards it has the height of a row with cards. */
export function ContinueRow({ t, language, pages, remove, isReserved = false }: Props) {
  const { items, state, more } = pages
  return (
    <section
      className={isReserved ? 'carousel continue-place' : 'carousel'}
      aria-labelledby="row-continue"
    >
      <div className="page-width mb-3">
        <h2 id="row-continue" className="heading m-0">
          {t('catalogue.home.continueWatching')}
        </h2>
      </div>
      <div className="row-space tile-space" style={LINES}>
        {items.length > 0 && (
          <ul className="row-scroll list-none">
            {items.map((card, index) => (
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
        )}
        {items.length === 0 && state !== 'loading' && (
          <div className="page-width flex flex-wrap items-center gap-3" role="status">
            <p className="m-0 text-muted">
              {t(state === 'failed' ? 'catalogue.row.failed' : 'library.continue.empty')}
            </p>
            {state === 'failed' && (
              <button type="button" className="btn-quiet" onClick={more}>
                {t('common.retry')}
              </button>
            )}
          </div>
        )}
      </div>
    </section>
  )
}
