import type { ContentCard } from '#src/contract/content.ts'
import type { PagedItems } from '../ui/use-paged-list.ts'

type Options = {
  send: (card: ContentCard) => Promise<unknown>
  done: () => void
  fail: (error: unknown) => void
}

/** Removes an item immediately and restores it if the call fails. */
export function useOptimisticRemoval(
  pages: PagedItems<ContentCard>,
  { send, done, fail }: Options,
): (card: ContentCard, index: number) => void {
  return (card, index) => {
    const list = document.activeElement?.closest('ul')
    pages.drop(card.id)
    requestAnimationFrame(() => focusNear(list, index))
    send(card).then(done, error => {
      pages.restore(card, index)
      fail(error)
    })
  }
}

/** Moves the focus to the button of the next item, or to the main content if the list is empty. */
function focusNear(list: Element | null | undefined, index: number): void {
  if (!list) return
  const left = list.isConnected ? list.querySelectorAll<HTMLElement>(':scope > li button') : []
  const near = left[Math.min(index, left.length - 1)]
  if (near) near.focus({ preventScroll: true })
  else document.querySelector('main')?.focus({ preventScroll: true })
}
