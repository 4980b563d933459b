import { useEffect, useRef } from 'react'
import { failureText } from '#src/lib/api/failure-reactions.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'
import type { PagedItems } from './use-paged-list.ts'

type Props = {
  pages: Pick<PagedItems<unknown>, 'items' | 'state' | 'failure' | 'hasMore' | 'more'>
  t: Translate<Key<'common' | 'failures'>>
  /** Replaces the default texts. */
  texts?: { loading: string; more: string }
  /** Number, shape and layout of the placeholders. */
  skeleton: { count: number; className: string; frame?: string }
}

/**
 * The end of a paged list: skeleton, error with retry, or the button for the next page. It must be the next sibling of the list,
 * because it moves the focus to the first new item.
 */
export function LoadMore({ pages, t, texts, skeleton }: Props) {
  const { items, state, failure, hasMore, more } = pages
  const frame = useRef<HTMLDivElement>(null)
  const asked = useRef<number | null>(null)

  useEffect(() => {
    if (asked.current === null || state === 'loading') return
    const list = frame.current?.previousElementSibling
    const next = state === 'ready' && list?.children[asked.current]
    if (next instanceof HTMLElement) {
      next.tabIndex = -1
      next.focus({ preventScroll: true })
      asked.current = null
    } else frame.current?.querySelector('button')?.focus()
  }, [state])

  function ask() {
    asked.current = items.length
    more()
  }

  return (
    <div ref={frame} className="contents">
      {state === 'loading' && (
        <Skeleton {...skeleton} label={texts?.loading ?? t('common.loading')} />
      )}
      {state === 'failed' && failure && (
        <ErrorState
          text={failureText(failure, t)}
          retry={t('common.retry')}
          onRetry={ask}
          className="py-6"
        />
      )}
      {state === 'ready' && hasMore && (
        <div className="grid justify-center mt-4">
          <button type="button" className="btn-quiet" onClick={ask}>
            {texts?.more ?? t('common.showMore')}
          </button>
        </div>
      )}
    </div>
  )
}
