/** Styles as a television of 2019 reads them: whatever Chromium 69 does not know is removed from each sheet before the page gets it. */
import type { Page } from 'playwright'
import { type Container, parse } from 'postcss'

const UNKNOWN_SELECTOR = /:(is|where|has|focus-visible|popover-open|modal|open)\b|:not\([^()]*,/
const UNKNOWN_PROPERTY =
  /^(inset|inset-.+|(margin|padding|scroll-padding|scroll-margin)-(inline|block)|aspect-ratio|border-(start|end)-(start|end)-radius|translate|scale|rotate)$/
const UNKNOWN_VALUE =
  /(?<![\w-])(min|max|clamp|color-mix|oklch|oklab|light-dark)\(|[\d.][dsl]v[hw]\b|^clip$/

/** @returns the sheet without rules and declarations that Chromium 69 drops */
function asChromium69Reads(css: string): string {
  const root = parse(css)
  root.walkRules(rule => {
    if (UNKNOWN_SELECTOR.test(rule.selector)) rule.remove()
    else dropDeclarations(rule)
  })
  return root.toString()
}

function dropDeclarations(rule: Container): void {
  rule.each(node => {
    if (node.type !== 'decl') return
    if (UNKNOWN_PROPERTY.test(node.prop)) node.remove()
    else if (!node.prop.startsWith('--') && UNKNOWN_VALUE.test(node.value)) node.remove()
  })
}

/** Filters every sheet of the page, and makes `CSS.supports` answer accordingly. Call it before `goto`. */
export async function readStylesLikeChromium69(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const supports = CSS.supports.bind(CSS)
    CSS.supports = ((name: string, value?: string) =>
      !/^(inset|aspect-ratio)$/.test(name) &&
      (value === undefined ? supports(name) : supports(name, value))) as typeof CSS.supports
  })
  await page.route('**/_astro/*.css', async route => {
    const reply = await route.fetch()
    await route.fulfill({ response: reply, body: asChromium69Reads(await reply.text()) })
  })
}

/** Removes `gap` from flex boxes: only grids had it. */
export async function withoutFlexGaps(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>('body, body *'))
      if (/flex/.test(getComputedStyle(element).display)) element.style.gap = '0px'
  })
}
