import { useEffect, useRef, useState } from 'react'
import { saveRecentSearch } from '#src/lib/search/recent.store.ts'

/**
 * Connects the island to the search field of the page, which React does not render: text typed before and the cursor are preserved.
 * `root` belongs on an element in the popover.
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
  /** Focuses the field after a press on a button that the press removes. Otherwise the page would get the focus. */
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

/** Closes the popover. The browser restores the previous focus; in browsers without popovers, popover-fallback.browser.ts does. */
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
