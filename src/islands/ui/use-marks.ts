import { useEffect, useState } from 'react'
import { getConditionalProps } from '#src/contract/endpoints/content.ts'
import { api } from '#src/lib/api/browser.ts'
import { type MarksById, requestMarks } from '#src/lib/library/marks.ts'

const NONE: MarksById = {}

/** Returns the viewer's marks of titles by id. Empty until they are loaded, and if that fails. */
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
    void requestMarks(ids, ask).then(marks => signal.aborted || setItems(marks ?? NONE))
    return () => unmounted.abort()
  }, [asked])
  return items
}
