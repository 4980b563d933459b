import { useEffect, useRef, useState } from 'react'
import { type Failure, toFailure } from '#src/lib/api/failure.ts'

export type Page<T> = {
  items: readonly T[]
  total: number
  /** Key of the next page. */
  next?: string | undefined
}
/** Position at which a page begins. */
export type PageStart = { offset: number; after?: string | undefined }
export type PagedItems<T> = Page<T> & {
  state: 'loading' | 'ready' | 'failed'
  /** Failure of the last load; null after a success. */
  failure: Failure | null
  hasMore: boolean
  /** Loads the next page, or the same one again after a failure. */
  more: () => void
  put: (item: T) => void
  drop: (id: string) => void
  /** Restores a dropped item at its index. */
  restore: (item: T, at: number) => void
}

/** A list that loads page by page. An item that moved between two pages appears only once. */
export function usePagedList<T extends { id: string }>(
  load: (from: PageStart) => Promise<Page<T>>,
  /** The first page, if the server has rendered it. */
  first?: Page<T>,
): PagedItems<T> {
  const [found, setFound] = useState<Page<T>>(first ?? { items: [], total: 0 })
  const [state, setState] = useState<PagedItems<T>['state']>(first ? 'ready' : 'loading')
  const [failure, setFailure] = useState<Failure | null>(null)
  const isLoading = useRef(false)
  /** Number of items loaded from the service. An item that was dropped here is missing there too. */
  const offset = useRef(first?.items.length ?? 0)
  const after = useRef(first?.next)

  async function more() {
    if (isLoading.current) return
    isLoading.current = true
    setState('loading')
    try {
      const page = await load({ offset: offset.current, after: after.current })
      offset.current += page.items.length
      after.current = page.next
      setFound(before => ({
        items: [...before.items, ...page.items.filter(({ id }) => !has(before.items, id))],
        total: page.total,
      }))
      setState('ready')
    } catch (error) {
      setFailure(toFailure(error))
      setState('failed')
    } finally {
      isLoading.current = false
    }
  }
  useEffect(() => {
    if (!first) void more()
  }, [])

  function change(by: 1 | -1, items: (before: readonly T[]) => readonly T[]) {
    offset.current = Math.max(0, offset.current + by)
    setFound(before => ({ items: items(before.items), total: Math.max(0, before.total + by) }))
  }

  return {
    ...found,
    state,
    failure,
    hasMore: offset.current < found.total && (offset.current === 0 || after.current !== undefined),
    more: () => void more(),
    put: item => change(1, before => [item, ...before]),
    drop: id => change(-1, before => before.filter(each => each.id !== id)),
    restore: (item, at) => change(1, before => before.toSpliced(at, 0, item)),
  }
}

function has<T extends { id: string }>(items: readonly T[], id: string): boolean {
  return items.some(each => each.id === id)
}
