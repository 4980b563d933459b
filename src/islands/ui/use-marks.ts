import { useEffect, useState } from 'react'
import { getConditionalProps } from '#src/contract/endpoints/content.ts'
import { api } from '#src/lib/api/browser.ts'
import { type MarksById, marksOf } from '#src/lib/library/marks.ts'

const NONE: MarksById = {}

/** The viewer's marks of titles, by id; empty until they are known, and where they cannot be loaded. */
export function useMarks(ids: readonly string[]): MarksById {
  const [items, setItems] = useState(NONE)
  const asked = ids.join()
  useEffect(() => {
    const unmounted = new AbortController()
    const { signal } = unmounted
    const ask = (some: string[]) =>
      api(getConditionalProps, { body: { ids: some } }, { signal }).then(
        marks => marks.items,
        () => null,
      )
    void marksOf(ids, ask).then(marks => signal.aborted || setItems(marks ?? NONE))
    return () => unmounted.abort()
  }, [asked])
  return items
}
