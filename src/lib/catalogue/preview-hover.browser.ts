/** Loads the code of silent trailers when a pointer first enters a card that has a trailer. */
import type { CardFinder } from './preview-rules.ts'

export function awaitPreviews(): void {
  const load = ({ target }: Pick<Event, 'target'>) => {
    if (!cardWithTrailer(target)) return
    removeEventListener('pointerover', load)
    // If the code does not load, the picture stays.
    import('./trailer-preview.browser.ts').then(
      it => it.initPreviews(cardWithTrailer),
      () => {},
    )
  }
  addEventListener('pointerover', load)
  // The pointer may already be on a card before this script runs.
  load({ target: document.querySelector('.card-slot:hover') })
}

const cardWithTrailer: CardFinder = target => {
  const card = target instanceof Element ? target.closest<HTMLElement>('.card-slot') : null
  return card?.querySelector('[data-trailer]') ? card : null
}
