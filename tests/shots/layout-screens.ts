import type { Page } from 'playwright'
import { answer, type Screen } from './screen.ts'

const TV = 'Mozilla/5.0 (Linux; Android 11; MIBOX4) AppleWebKit/537.36 Chrome/120 Safari/537.36'
const PAGES = [
  'apps',
  'faq',
  'contact-us',
  'rules',
  'about',
  'privacy',
  'accessibility',
  'smart-tv',
]
const visitor = ['visitor'] as const
const MESSAGE = {
  text: 'امشب از ساعت ۲ تا ۴ بامداد سرورها به‌روز می‌شوند و ممکن است پخش چند دقیقه قطع شود. از شکیبایی شما سپاسگزاریم.',
  type: 'error',
  is_dismissable: true,
}

async function type(page: Page, text: string): Promise<void> {
  await page.locator('[data-key=search]:visible').first().click()
  await page.locator('header').getByRole('searchbox').fill(text)
}

export const layoutScreens: Screen[] = [
  ...PAGES.map((name): Screen => ({ name: `page/${name}`, path: `/${name}`, viewers: visitor })),
  { name: 'page/not-found', path: '/nothing-is-here', viewers: visitor },
  { name: 'page/not-found-title', path: '/contents/zzzzzzz/nothing', viewers: visitor },
  { name: 'layout/footer', path: '/faq', viewers: visitor, isCut: true, act: scrollToEnd },
  {
    name: 'layout/scrolled',
    path: '/contents',
    isCut: true,
    act: async page => {
      await page.mouse.wheel(0, 900)
      await page.waitForTimeout(500)
    },
  },
  {
    name: 'layout/menu',
    path: '/contents',
    isCut: true,
    act: async page => {
      const opener = page.locator('[data-drawer-open]')
      if (await opener.isVisible()) return opener.click()
      await page.hover('[data-menu=single_video] > a')
      await page.locator('[data-menu=single_video] .header-menu-panel a').first().waitFor()
    },
  },
  {
    name: 'layout/account-menu',
    path: '/contents',
    viewers: ['subscriber', 'child'],
    isCut: true,
    act: async page => {
      if ((page.viewportSize()?.width ?? 0) < 960) return
      await page.locator('[data-key=account]').click()
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'layout/system-message',
    path: '/contents',
    viewers: visitor,
    isCut: true,
    before: page => answer(page, '/popup-message', MESSAGE),
    act: page => page.locator('[data-system-banner]').waitFor(),
  },
  { name: 'layout/television', path: '/', viewers: visitor, userAgent: TV, isCut: true },
  {
    name: 'search/open',
    path: '/contents',
    isCut: true,
    act: async page => {
      await type(page, '')
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'search/two-letters',
    path: '/contents',
    viewers: visitor,
    isCut: true,
    act: async page => {
      await type(page, 'با')
      await page.waitForTimeout(600)
    },
  },
  {
    name: 'search/found',
    path: '/contents',
    viewers: visitor,
    isCut: true,
    act: async page => {
      await type(page, 'باغ')
      await page.locator('a[data-result]').first().waitFor()
      await page.waitForTimeout(300)
    },
  },
  {
    name: 'search/nothing-found',
    path: '/contents',
    viewers: visitor,
    isCut: true,
    act: async page => {
      const answered = page.waitForResponse('**/api/search?*')
      await type(page, 'xqzwv')
      await answered
      await page.waitForTimeout(300)
    },
  },
]

async function scrollToEnd(page: Page): Promise<void> {
  await page.evaluate(() => scrollTo({ top: document.body.scrollHeight, behavior: 'instant' }))
  await page.waitForTimeout(400)
}
