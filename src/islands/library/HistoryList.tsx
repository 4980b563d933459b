import { use, useState } from 'react'
import type { ContentCard } from '#src/contract/content.ts'
import { listHistory } from '#src/contract/endpoints/library.ts'
import type { Language } from '#src/contract/fields.ts'
import { api } from '#src/lib/api/browser.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { listingPath } from '#src/lib/routes.ts'
import { formatRelative } from '#src/lib/text/date.ts'
import { fromWire } from '#src/lib/text/tehran.ts'
import { type Page, usePagedList } from '../ui/use-paged-list.ts'
import { ContinueWatchingCard, type LibraryT } from './ContinueWatchingCard.tsx'
import { PagedList } from './PagedList.tsx'

const NAMESPACES = ['library', 'catalogue', 'common', 'failures'] as const
const TYPES = ['all', 'single_video', 'series'] as const
type Type = (typeof TYPES)[number]

type Props = { language: Language; first?: Page<ContentCard> }

/** The watch history of a profile by type, newest first. `first` is the first page of all types. */
export function HistoryList({ language, first }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [type, setType] = useState<Type>('all')
  const names = {
    all: t('common.all'),
    single_video: t('catalogue.types.single_video'),
    series: t('catalogue.types.series'),
  }
  return (
    <div>
      <fieldset className="border-0 m-0 p-0 mb-5 flex flex-wrap gap-2">
        <legend className="sr-only">{t('catalogue.filter.type')}</legend>
        {TYPES.map(each => (
          <button
            key={each}
            type="button"
            className={`cursor-pointer border-0 min-h-11! ${each === type ? 'chip-on' : 'chip'}`}
            aria-pressed={each === type}
            onClick={() => setType(each)}
          >
            {names[each]}
          </button>
        ))}
      </fieldset>
      <Watched
        key={type}
        t={t}
        language={language}
        type={type}
        first={type === 'all' ? first : undefined}
      />
    </div>
  )
}

type WatchedProps = Props & { t: LibraryT; type: Type }

function Watched({ t, language, type, first }: WatchedProps) {
  const video_content_type = type === 'all' ? undefined : type
  const pages = usePagedList<ContentCard>(
    from => api(listHistory, { query: { ...from, video_content_type } }),
    first,
  )
  return (
    <PagedList
      t={t}
      pages={pages}
      grid="continue-grid"
      empty={{
        icon: 'i-lucide-history',
        title: t('library.history.empty'),
        href: listingPath({ order: 'latest' }, language),
      }}
    >
      {card => (
        <ContinueWatchingCard
          t={t}
          language={language}
          card={card}
          note={watchedAt(t, card, language)}
        />
      )}
    </PagedList>
  )
}

function watchedAt(t: LibraryT, card: ContentCard, language: Language): string | undefined {
  if (!card.watched_at) return undefined
  const when = formatRelative(fromWire(card.watched_at), new Date(), language)
  return t('library.history.watchedAt', { when })
}
