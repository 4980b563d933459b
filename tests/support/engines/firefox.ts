import { existsSync } from 'node:fs'
import { launch } from 'puppeteer-core'
import { type EngineBrowser, SIZE, WAIT_MS } from './engine.ts'

const PATHS = [process.env.FIREFOX_PATH, '/usr/bin/firefox-esr', '/usr/bin/firefox']

export function findFirefox(): string | undefined {
  return PATHS.find(path => path && existsSync(path))
}

/** Opens Firefox, driven by WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<EngineBrowser> {
  const browser = await launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: SIZE,
    extraPrefsFirefox: {
      'media.autoplay.default': 0,
      'intl.accept_languages': 'fa-IR, fa',
      'full-screen-api.allow-trusted-requests-only': false,
    },
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(WAIT_MS)
  const find = async (selector: string) => {
    const given = selector.startsWith('//') ? `xpath/.${selector}` : selector
    const found = await page.waitForSelector(given, { visible: true })
    if (!found) throw new Error(`no visible element matches ${selector}`)
    return found
  }
  return {
    name: 'firefox',
    goto: async url => void (await page.goto(url)),
    url: async () => page.url(),
    click: async selector => (await find(selector)).click(),
    type: async (selector, text) => (await find(selector)).type(text),
    write: text => page.keyboard.type(text),
    press: key => page.keyboard.press(key),
    read: expression => page.evaluate(expression) as Promise<never>,
    screenshot: () => page.screenshot(),
    close: () => browser.close(),
  }
}
