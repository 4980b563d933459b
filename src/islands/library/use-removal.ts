import type { ContentCard } from '#src/contract/content.ts'
import type { Pages } from '../ui/use-pages.ts'

type Options = {
  send: (card: ContentCard) => Promise<unknown>
  done: () => void
  fail: (error: unknown) => void
}

/** Gone at once; back in its place when the call fails. */
export function useRemoval(
  pages: Pages<ContentCard>,
  { send, done, fail }: Options,
): (card: ContentCard, index: number) => void {
  return (card, index) => {
    pages.drop(card.id)
    send(card).then(done, error => {
      pages.restore(card, index)
      fail(error)
    })
  }
}
