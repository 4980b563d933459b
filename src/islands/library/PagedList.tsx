import type { ReactNode } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { LoadMore } from '../ui/LoadMore.tsx'
import type { PagedItems } from '../ui/use-paged-list.ts'
import type { LibraryT } from './ContinueWatchingCard.tsx'

type Props = {
  t: LibraryT
  pages: PagedItems<ContentCard>
  /** CSS class of the grid. */
  grid: 'poster-grid' | 'continue-grid'
  empty: { icon: string; title: string; text?: string; href: string }
  children: (card: ContentCard, index: number) => ReactNode
}
const SHAPES = {
  'poster-grid': 'aspect-[2/3] rounded-2xl',
  'continue-grid': 'aspect-video rounded-2xl',
}

/** A personal list with skeleton, empty state and error state. */
export function PagedList({ t, pages, grid, empty, children }: Props) {
  const { items, state } = pages
  if (state === 'ready' && items.length === 0) {
    return (
      <EmptyState icon={empty.icon} title={empty.title} text={empty.text}>
        <a href={empty.href} className="btn-action">
          {t('library.browse')}
        </a>
      </EmptyState>
    )
  }
  return (
    <div>
      {items.length > 0 && (
        <ul className={grid}>
          {items.map((card, index) => (
            <li key={card.id}>{children(card, index)}</li>
          ))}
        </ul>
      )}
      <LoadMore pages={pages} t={t} skeleton={{ count: 6, className: SHAPES[grid], frame: grid }} />
    </div>
  )
}
