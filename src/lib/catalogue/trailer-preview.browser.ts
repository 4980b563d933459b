/** Plays a silent trailer over a card's picture while a pointer or the focus rests on the card. On any failure the picture stays. */
import { TRAILER_PREVIEW_MS } from '#src/contract/limits.ts'
import { type CardFinder, mayPreview, previewViewer } from './preview-rules.ts'
import { playSilently, type TrailerEnd } from './silent-trailer.ts'

type Preview = { card: HTMLElement; stop: () => void }
let current: Preview | null = null
/** Card whose trailer has played to its end under a pointer that has not left it since. */
let played: HTMLElement | null = null
/** Short ids of titles whose trailers failed on this page. */
const failed = new Set<string>()

export function initPreviews(cardOf: CardFinder): void {
  addEventListener('pointerover', ({ target }) => previewCard(cardOf(target)))
  // The pointer may already be on a card before this script runs.
  previewCard(cardOf(document.querySelector('.card-slot:hover')))
}

/** Starts the trailer of a card after a moment. It stops if the pointer leaves the card or the focus moves elsewhere. */
export function previewCard(card: HTMLElement | null): void {
  if (!card || current?.card === card || played === card) return
  current?.stop()
  played = null
  const shortId = card.querySelector<HTMLElement>('[data-trailer]')?.dataset.trailer
  if (!shortId || failed.has(shortId) || !mayPreview(previewViewer())) return
  current = startPreview(card, shortId)
}

function forget(): void {
  played = null
}

function startPreview(card: HTMLElement, shortId: string): Preview {
  const ended = new AbortController()
  const { signal } = ended
  const preview = { card, stop }
  const timer = setTimeout(() => {
    const frame = card.querySelector('.poster-frame')
    if (frame) playSilently(frame, shortId, { signal, end })
  }, TRAILER_PREVIEW_MS)
  function stop() {
    clearTimeout(timer)
    ended.abort()
    if (current === preview) current = null
  }
  /** A trailer that ended does not start again under a resting pointer. */
  function end(how: TrailerEnd) {
    if (signal.aborted) return
    stop()
    if (how === 'failed') failed.add(shortId)
    played = card
    card.addEventListener('pointerleave', forget, { once: true })
  }
  card.addEventListener('pointerleave', stop, { signal })
  // Scroll events of rows do not bubble.
  addEventListener('scroll', stop, { signal, capture: true, passive: true })
  addEventListener('pagehide', stop, { signal })
  document.addEventListener('visibilitychange', stop, { signal })
  const leave = ({ target }: FocusEvent) => {
    if (target instanceof Node && !card.contains(target)) stop()
  }
  addEventListener('focusin', leave, { signal })
  return preview
}
