import { useEffect, useRef, useState } from 'react'
import { type Failure, failureOf } from '#src/lib/api/failure.ts'

export type Page<T> = {
  items: readonly T[]
  total: number
  /** The key of the next page. */
  next?: string | undefined
}
/** Where a page begins. */
export type PageStart = { offset: number; after?: string | undefined }
export type PagedItems<T> = Page<T> & {
  state: 'loading' | 'ready' | 'failed'
  /** Of the last load; null unless it failed. */
  failure: Failure | null
  hasMore: boolean
  /** Loads the next page; after a failure the same one again. */
  more: () => void
  put: (item: T) => void
  drop: (id: string) => void
  /** Puts a dropped item back at its index. */
  restore: (item: T, at: number) => void
}

/** A list that loads page by page. An item that moved between two pages appears once. */
export function usePagedList<T extends { id: string }>(
  load: (from: PageStart) => Promise<Page<T>>,
  /** The first page, when the server rendered it. */
  first?: Page<T>,
): PagedItems<T> {
  const [found, setFound] = useState<Page<T>>(first ?? { items: [], total: 0 })
  const [state, setState] = useState<PagedItems<T>['state']>(first ? 'ready' : 'loading')
  const [failure, setFailure] = useState<Failure | null>(null)
  const isLoading = useRef(false)
  /** Items loaded from the service so far; an item dropped here is gone there too. */
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
      setFailure(failureOf(error))
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
