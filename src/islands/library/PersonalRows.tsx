import { type RefObject, use, useEffect, useRef, useState } from 'react'
import { listPersonalRows } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import type { PersonalRow } from '#src/contract/library.ts'
import { api } from '#src/lib/api/browser.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { useMarks } from '../ui/use-marks.ts'
import { BookmarkableCard } from './BookmarkableCard.tsx'
import { ContinueRow } from './ContinueRow.tsx'
import type { LibraryT } from './ContinueWatchingCard.tsx'
import {
  isContinueRowReserved,
  LIBRARY_NAMESPACES,
  useContinueWatching,
} from './use-continue-watching.ts'

/**
 * The rows of a profile further down its home page: new episodes, titles similar to those it watched, and the titles to continue if
 * the `state` cookie did not know of any. They appear while their place is not on the screen, so that nothing visible moves.
 */
export default function PersonalRows({ language }: { language: Language }) {
  const t = use(loadT(language, LIBRARY_NAMESPACES))
  const rows = usePersonalRows()
  const { pages, remove } = useContinueWatching(language, () => !isContinueRowReserved())
  const place = useRef<HTMLDivElement>(null)
  const isReady = rows !== null && (pages.state !== 'loading' || pages.items.length > 0)
  const isOutOfSight = useOutOfSight(place, isReady)
  if (!isReady || !isOutOfSight) return <div ref={place} hidden />
  return (
    <>
      {pages.items.length > 0 && (
        <ContinueRow t={t} language={language} pages={pages} remove={remove} />
      )}
      <Rows t={t} rows={rows} />
    </>
  )
}

/** Renders rows. The title of a row is its reason. */
function Rows({ t, rows }: { t: LibraryT; rows: readonly PersonalRow[] }) {
  const marks = useMarks(rows.flatMap(({ items }) => items.map(({ id }) => id)))
  return rows.map(({ kind, reason, items }) => {
    const id = `row-${kind}-${reason?.id ?? 'all'}`
    return (
      <section key={id} className="carousel" aria-labelledby={id}>
        <div className="page-width mb-3">
          <h2 id={id} className="heading m-0">
            {reason
              ? t(reason.is_audio_book ? 'library.rows.becauseHeard' : 'library.rows.because', {
                  title: reason.title,
                })
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

/** Loads the personal rows. Returns null until they are loaded, and an empty list if that fails. */
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

/**
 * Becomes true once `isReady` and the end of the row before the place is below the screen. Above the screen counts too if the browser
 * keeps the visible part in its position.
 */
function useOutOfSight(place: RefObject<HTMLElement | null>, isReady: boolean): boolean {
  const [isOut, setOut] = useState(false)
  useEffect(() => {
    if (!isReady) return
    const row = rowBefore(place.current?.closest('astro-island'))
    if (!row) {
      setOut(true)
      return
    }
    const canBeAbove = CSS.supports('overflow-anchor', 'auto')
    // With a root that begins far above the screen, the ratio is 1 exactly while the row ends on the screen or above it.
    const options = { rootMargin: '100000px 0px 0px', threshold: [0, 1] }
    const observer = new IntersectionObserver(([entry]) => {
      const end = entry?.boundingClientRect.bottom ?? 0
      if (end < innerHeight && (end > 0 || !canBeAbove)) return
      observer.disconnect()
      setOut(true)
    }, options)
    observer.observe(row)
    return () => observer.disconnect()
  }, [place, isReady])
  return isOut
}

function rowBefore(element: Element | null | undefined): Element | null {
  const before = element?.previousElementSibling ?? null
  return !before || before.matches('.carousel') ? before : rowBefore(before)
}
