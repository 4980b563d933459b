/** How a page is shown, as settings of the browser do it. */
import type { BrowserContextOptions, Page } from 'playwright'

type Setting = { context?: BrowserContextOptions; prepare?: (page: Page) => Promise<void> }

export const MODES = {
  plain: {},
  'forced-colors': { context: { forcedColors: 'active', colorScheme: 'dark' } },
  'forced-light': { context: { forcedColors: 'active', colorScheme: 'light' } },
  contrast: { context: { contrast: 'more' } },
  'text-200': { prepare: doubleText },
  'no-script': { context: { javaScriptEnabled: false } },
  'reduced-motion': { context: { reducedMotion: 'reduce' } },
  print: { prepare: page => page.emulateMedia({ media: 'print' }) },
} as const satisfies Record<string, Setting>

export type Mode = keyof typeof MODES

/** The browser's own font size, twice its default of 16 px. */
async function doubleText(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
}
