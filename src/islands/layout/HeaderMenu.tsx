import {
  autoUpdate,
  offset,
  safePolygon,
  shift,
  useClick,
  useDismiss,
  useFloating,
  useFocus,
  useHover,
  useInteractions,
} from '@floating-ui/react'
import { useStore } from '@nanostores/react'
import { use, useState } from 'react'
import type { Language } from '#src/contract/fields.ts'
import { loadT } from '#src/lib/i18n/load.ts'
import { $globalData } from '#src/lib/layout/global-data.store.ts'
import { listingPath } from '#src/lib/routes.ts'

type Props = { language: Language; type: 'single_video' | 'series' }
const NAMESPACES = ['shell', 'common'] as const
const SKELETONS = Array.from({ length: 12 }, (_, index) => index)

/** The Movies and Series menus: genres that link to their listings. */
export default function HeaderMenu({ language, type }: Props) {
  const t = use(loadT(language, NAMESPACES))
  const [isOpen, setOpen] = useState(false)
  const { refs, floatingStyles, context } = useFloating({
    open: isOpen,
    onOpenChange: setOpen,
    placement: 'bottom-start',
    whileElementsMounted: autoUpdate,
    middleware: [offset(6), shift({ padding: 12 })],
  })
  const { getReferenceProps, getFloatingProps } = useInteractions([
    useHover(context, { handleClose: safePolygon(), delay: { open: 80, close: 120 } }),
    useFocus(context, { visibleOnly: true }),
    useClick(context, { ignoreMouse: true }),
    useDismiss(context),
  ])
  const title = t(type === 'series' ? 'shell.menu.series' : 'shell.menu.movies')
  return (
    <div className="relative" data-menu={type}>
      <a
        ref={refs.setReference}
        href={listingPath({ types: type, order: 'latest' }, language)}
        className="nav-link gap-1.5"
        aria-expanded={isOpen}
        data-plain=""
        {...getReferenceProps()}
      >
        {title}
        <i
          className={`i-lucide-chevron-down text-sm transition-transform ${isOpen ? 'rotate-180' : ''}`}
        />
      </a>
      {isOpen && (
        <div
          ref={refs.setFloating}
          style={floatingStyles}
          className="z-50 w-[min(92vw,520px)] card bg-overlay shadow-2xl p-3"
          {...getFloatingProps()}
        >
          <Genres
            language={language}
            type={type}
            all={t(type === 'series' ? 'shell.menu.allSeries' : 'shell.menu.allMovies')}
            retry={t('common.retry')}
          />
        </div>
      )}
    </div>
  )
}

function Genres({ language, type, all, retry }: Props & { all: string; retry: string }) {
  const { data, loading, error } = useStore($globalData)
  if (loading && !data) {
    return (
      <div className="grid grid-cols-3 gap-2" aria-busy="true">
        {SKELETONS.map(key => (
          <span key={key} className="skeleton h-9" />
        ))}
      </div>
    )
  }
  if (error && !data) {
    return (
      <button type="button" className="btn-quiet w-full" onClick={() => $globalData.revalidate()}>
        {retry}
      </button>
    )
  }
  return (
    <ul className="list-none m-0 p-0 grid grid-cols-3 gap-1">
      {data?.categories.map(({ id, title }) => (
        <li key={id}>
          <a
            className="nav-link w-full"
            href={listingPath({ types: type, order: 'latest', categories: id }, language)}
          >
            {title}
          </a>
        </li>
      ))}
      <li className="col-span-3 mt-1 pt-1 border-0 border-t border-solid border-line">
        <a
          className="nav-link w-full text-accent"
          href={listingPath({ types: type, order: 'latest' }, language)}
        >
          {all}
        </a>
      </li>
    </ul>
  )
}
