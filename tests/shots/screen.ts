/** A screen, or one state of it, as a sheet of screenshots shows it. */
import type { Page } from 'playwright'
import type { Finder } from './finder.ts'
import type { Viewer } from './viewers.ts'

export type Screen = {
  /** Its group and its name, as in `content/film`. */
  name: string
  /** In Persian; the English page is the same under /en. */
  path: string | ((find: Finder) => Promise<string>)
  /** Visitor and subscriber by default. */
  viewers?: readonly Viewer[]
  /** In px; those of the site by default. */
  widths?: readonly number[]
  /** A screen of the console of the team, whose languages have no paths of their own. */
  isConsole?: boolean
  userAgent?: string
  /** Only the part on the screen, for what is open above the page. */
  isCut?: boolean
  /** Before the page opens. */
  before?: (page: Page) => Promise<void>
  /** Leads the open page to the state. */
  act?: (page: Page) => Promise<void>
}

/** Answers an API call of the page with this data. */
export async function answer(page: Page, call: string, data: unknown): Promise<void> {
  const json = { data, meta: { operation_result: 'success' } }
  await page.route(`**/api${call}`, route => route.fulfill({ json }))
}

/** Waits for the island of a page; events before that are replayed. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('[data-hydrated=true]').first().waitFor({ state: 'attached' })
}
