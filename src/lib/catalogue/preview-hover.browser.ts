/** Loads the code of silent trailers when a pointer is first on a card that has one. */
import type { CardFinder } from './preview-rules.ts'

export function awaitPreviews(): void {
  const load = ({ target }: Pick<Event, 'target'>) => {
    if (!cardWithTrailer(target)) return
    removeEventListener('pointerover', load)
    // Without it the picture stays.
    import('./trailer-preview.browser.ts').then(
      it => it.initPreviews(cardWithTrailer),
      () => {},
    )
  }
  addEventListener('pointerover', load)
  // The pointer may be there before this script.
  load({ target: document.querySelector('.card-slot:hover') })
}

const cardWithTrailer: CardFinder = target => {
  const card = target instanceof Element ? target.closest<HTMLElement>('.card-slot') : null
  return card?.querySelector('[data-trailer]') ? card : null
}
