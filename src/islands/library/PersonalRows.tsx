import type { PersonalRow } from '#src/contract/library.ts'
import { useMarks } from '../ui/use-marks.ts'
import { BookmarkableCard } from './BookmarkableCard.tsx'
import type { LibraryT } from './ContinueWatchingCard.tsx'

type Props = { t: LibraryT; rows: readonly PersonalRow[] }

/** Each row has its reason as its title. */
export function PersonalRows({ t, rows }: Props) {
  const marks = useMarks(rows.flatMap(({ items }) => items.map(({ id }) => id)))
  return rows.map(({ kind, reason, items }) => {
    const id = `row-${kind}-${reason?.id ?? 'all'}`
    return (
      <section key={id} className="carousel" aria-labelledby={id}>
        <div className="page-width mb-3">
          <h2 id={id} className="heading m-0">
            {reason
              ? t('library.rows.because', { title: reason.title })
              : t('library.rows.newEpisodes')}
          </h2>
        </div>
        <ul className="row-scroll list-none">
          {items.map(card => (
            <li key={card.id}>
              <BookmarkableCard t={t} card={card} heading="h3" marks={marks[card.id]} />
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
