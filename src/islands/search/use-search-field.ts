import { useEffect, useRef, useState } from 'react'
import { saveRecentSearch } from '#src/lib/search/recent.store.ts'

/**
 * The field of the page around the island, which is not React's: what has been typed before stays, with the cursor. `root` belongs on
 * an element within the popover.
 */
export function useSearchField() {
  const root = useRef<HTMLDivElement>(null)
  const [text, setText] = useState('')
  const box = () => root.current?.closest<HTMLElement>('[popover]') ?? null
  const field = () => box()?.querySelector('input') ?? null

  function write(value: string) {
    const input = field()
    if (input) input.value = value
    setText(value)
    focus()
  }
  /** For buttons that their press removes: the focus would fall to the page. */
  function focus() {
    field()?.focus()
  }

  useEffect(() => {
    const [popover, input] = [box(), field()]
    if (!popover || !input) return
    const listening = new AbortController()
    const { signal } = listening
    const clear = () => {
      input.value = ''
      setText('')
    }
    const close = () => {
      hidePopover(popover)
      clear()
    }
    setText(input.value)
    input.addEventListener('input', () => setText(input.value), { signal })
    input.form?.addEventListener('submit', () => saveRecentSearch(input.value), { signal })
    popover.querySelector('.search-clear')?.addEventListener('click', clear, { signal })
    popover.addEventListener(
      'keydown',
      event => {
        if (event.key === 'Escape') close()
        if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event, popover, input)
      },
      { signal },
    )
    addEventListener('pagehide', close, { signal })
    return () => listening.abort()
  }, [])

  return { root, text, write, focus }
}

/** The browser gives the focus back to where it was; in browsers without popovers, popover-fallback.browser.ts does. */
function hidePopover(popover: HTMLElement): void {
  if ('popover' in HTMLElement.prototype) popover.hidePopover()
  else popover.dispatchEvent(new Event('pardeh:hide'))
}

function moveFocus(event: KeyboardEvent, within: HTMLElement, input: HTMLInputElement): void {
  const stops = [input, ...within.querySelectorAll<HTMLElement>('[data-result]')]
  const at = stops.indexOf(document.activeElement as HTMLInputElement)
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)]
  if (!next) return
  event.preventDefault()
  next.focus()
}
