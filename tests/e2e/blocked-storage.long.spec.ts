/** Browsers that block cookies and storage, and web views of apps whose storage is null. */
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contentPath } from '#src/lib/routes.ts'
import { axeViolations } from '#tests/support/axe.ts'
import { newPage, type PageOptions, screenshot, siteUrl } from '#tests/support/browser.ts'
import { launchOptions } from '#tests/support/browser-server.ts'
import { runPurchaseJourney } from '#tests/support/purchase-journey.ts'
import { aTitle } from '#tests/support/viewer.ts'

const NEEDED = { fa: 'ورود به کوکی نیاز دارد', en: 'Signing in needs cookies' }
const PHONE = { width: 390, height: 844 }

describe('a browser that blocks cookies and storage', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch('cookieEnabled=false')
  })
  afterAll(() => browser.close())

  /** Reading the storage throws, as in Chromium with its setting "block all cookies". */
  const open = async (options: PageOptions = {}) => {
    const page = await newPage({ browser, ...PHONE, ...options })
    await page.addInitScript(() => {
      for (const name of ['localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('Access is denied for this document.', 'SecurityError')
          },
        })
    })
    return page
  }

  test('pages that need no session work, without an error', async () => {
    const page = await open()
    const film = await aTitle('types=single_video')
    const pages = {
      home: ['/', '.poster-link'],
      title: [contentPath(film, 'fa'), 'h1'],
      listing: ['/contents', '.poster-link'],
      packages: ['/packages', 'button[type=submit]:visible'],
      questions: ['/faq', 'summary'],
      support: ['/tickets', 'a[href^="/login"]'],
    } as const
    for (const [name, [path, part]] of Object.entries(pages)) {
      await page.goto(encodeURI(path), { waitUntil: 'networkidle' })
      await page.locator(part).first().waitFor()
      expect(await page.evaluate(() => document.cookie), name).toBe('')
      await screenshot(page, `blocked-storage-${name}`)
    }
    await page.goto('/')
    await page.getByRole('button', { name: 'باز کردن جست‌وجو' }).click()
    await page.locator('header').getByRole('searchbox').fill('باغ بي‌صدا')
    await page.locator('a[data-result]').first().waitFor()
    await screenshot(page, 'blocked-storage-search')
  })

  test('pages that need a session say what is missing and what to do, in both languages', async () => {
    const film = await aTitle('types=single_video')
    for (const language of ['fa', 'en'] as const) {
      const page = await open({ language })
      const prefix = language === 'en' ? '/en' : ''
      for (const path of ['/login', '/register', '/tv', `/play/${film.short_id}`, '/user']) {
        await page.goto(prefix + path)
        await page.getByRole('heading', { name: NEEDED[language] }).waitFor()
        expect(await page.locator('input[name=msisdn]').isVisible(), path).toBe(false)
      }
      expect(await axeViolations(page)).toEqual([])
      await screenshot(page, `blocked-storage-sign-in-${language}`)
      await page.locator('[data-cookie-notice] a').last().click()
      await page.locator('.poster-link').first().waitFor()
    }
  })
})

describe('a web view whose storage is null', () => {
  let browser: Browser
  beforeAll(async () => {
    browser = await launch('localStorageEnabled=false')
  })
  afterAll(() => browser.close())

  const open = async (options: PageOptions): Promise<Page> => {
    const page = await newPage({ browser, ...options })
    await page.addInitScript(() =>
      Object.defineProperty(window, 'sessionStorage', { get: () => null }),
    )
    return page
  }

  test('sign-in, purchase and playback work', async () => {
    const page = await open({})
    await page.goto('/')
    const storage = () => [window.localStorage, window.sessionStorage]
    expect(await page.evaluate(storage)).toEqual([null, null])
    await runPurchaseJourney({ url: siteUrl(), ...PHONE, name: 'null-storage', openPage: open })
  })
})

function launch(setting: string): Promise<Browser> {
  return chromium.launch(launchOptions([`--blink-settings=${setting}`]))
}
