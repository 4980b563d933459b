/**
 * Imitates a television of 2019 in a current browser by removing the functions that Chromium 69 (in Tizen 5.5) did not have. Its
 * syntax, styles and speed are not imitated.
 */
import type { Page } from 'playwright'

export const OLD_TV =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 5.5) AppleWebKit/537.36 (KHTML, like Gecko) 69.0.3497.106.1/5.5 TV Safari/537.36'

export async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(takeAway)
}

/** Removes the functions. It runs in the page, before its scripts. */
function takeAway(): void {
  const gone: [object, string[]][] = [
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [Element.prototype, ['checkVisibility', 'replaceChildren', 'setHTMLUnsafe']],
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with']],
    [Array.prototype, ['toSpliced']],
    [String.prototype, ['at', 'matchAll', 'replaceAll', 'isWellFormed', 'toWellFormed']],
    [Object, ['fromEntries', 'hasOwn', 'groupBy']],
    [Promise, ['allSettled', 'any', 'withResolvers', 'try']],
    [HTMLFormElement.prototype, ['requestSubmit']],
    [PerformanceObserver, ['supportedEntryTypes']],
    [Crypto.prototype, ['randomUUID']],
    [AbortSignal, ['timeout', 'any']],
    [Intl, ['DisplayNames', 'Segmenter']],
    [window, ['structuredClone', 'navigation', 'scheduler', 'queueMicrotask']],
  ]
  for (const [from, names] of gone)
    for (const name of names) delete (from as Record<string, unknown>)[name]
  // Chromium 69 did not remove a listener by its `signal`.
  const { addEventListener } = EventTarget.prototype
  EventTarget.prototype.addEventListener = function (
    this: EventTarget,
    type: string,
    listener: EventListenerOrEventListenerObject | null,
    options?: boolean | AddEventListenerOptions,
  ) {
    const known =
      typeof options === 'object'
        ? { capture: options.capture, once: options.once, passive: options.passive }
        : options
    addEventListener.call(this, type, listener, known)
  }
  const unknown = /:(?:popover-open|modal|has|is|where|focus-visible)\b/
  for (const owner of [Document.prototype, Element.prototype])
    for (const name of ['querySelector', 'querySelectorAll', 'matches', 'closest']) {
      const methods = owner as unknown as Record<string, (selector: string) => unknown>
      const method = methods[name]
      if (!method) continue
      methods[name] = function (this: Element, selector: string) {
        if (unknown.test(selector))
          throw new DOMException(`${selector} is no selector`, 'SyntaxError')
        return method.call(this, selector)
      }
    }
}
