/**
 * A television of 2021 as far as a present browser can play it: Chromium 76, as Tizen 6 has it, knew none of what is taken away here. Its
 * syntax, its styles and its speed are not simulated.
 */
import type { Page } from 'playwright'

export const OLD_TV =
  'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.0) AppleWebKit/537.36 (KHTML, like Gecko) 76.0.3809.146/6.0 TV Safari/537.36'

export async function makeOld(page: Page): Promise<void> {
  await page.addInitScript(takeAway)
}

/** In the page, before its scripts. */
function takeAway(): void {
  const gone: [object, string[]][] = [
    [HTMLElement.prototype, ['popover', 'showPopover', 'hidePopover', 'togglePopover', 'inert']],
    [Element.prototype, ['checkVisibility', 'replaceChildren', 'setHTMLUnsafe']],
    [Array.prototype, ['at', 'findLast', 'findLastIndex', 'toSorted', 'toReversed', 'with']],
    [Array.prototype, ['toSpliced']],
    [String.prototype, ['at', 'replaceAll', 'isWellFormed', 'toWellFormed']],
    [Object, ['hasOwn', 'groupBy']],
    [Promise, ['any', 'withResolvers', 'try']],
    [AbortSignal, ['timeout', 'any']],
    [Intl, ['DisplayNames', 'Segmenter']],
    [window, ['structuredClone', 'navigation', 'scheduler']],
  ]
  for (const [from, names] of gone)
    for (const name of names) delete (from as Record<string, unknown>)[name]
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
