import type { ReactNode } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { Pages } from '../ui/use-pages.ts'
import type { LibraryT } from './BegunCard.tsx'

type Props = {
  t: LibraryT
  pages: Pages<ContentCard>
  /** How cards stand: `poster-grid` or `begun-grid`. */
  grid: 'poster-grid' | 'begun-grid'
  empty: { icon: string; title: string; text?: string; href: string }
  children: (card: ContentCard, index: number) => ReactNode
}
const SHAPES = {
  'poster-grid': 'aspect-[2/3] rounded-2xl',
  'begun-grid': 'aspect-video rounded-2xl',
}

/** Pages of a personal list with its skeleton, its empty and its error state. */
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
    <>
      {items.length > 0 && (
        <ul className={grid}>
          {items.map((card, index) => (
            <li key={card.id}>{children(card, index)}</li>
          ))}
        </ul>
      )}
      {state === 'loading' && (
        <Skeleton count={6} label={t('common.loading')} className={SHAPES[grid]} frame={grid} />
      )}
      {state === 'failed' && (
        <ErrorState text={t('errors.no_response')} retry={t('common.retry')} onRetry={pages.more} />
      )}
      {state === 'ready' && pages.hasMore && (
        <div className="grid justify-center mt-8">
          <button type="button" className="btn-quiet" onClick={pages.more}>
            {t('common.showMore')}
          </button>
        </div>
      )}
    </>
  )
}
