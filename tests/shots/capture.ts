/** Opens a page, leads it to its state and saves the picture. */
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from 'playwright'
import sharp from 'sharp'
import type { Finder } from './finder.ts'
import type { Shot } from './jobs.ts'
import { MODES } from './modes.ts'
import type { SignedIn } from './viewers.ts'

const HEIGHTS: Record<number, number> = {
  360: 740,
  768: 1024,
  1024: 768,
  1280: 800,
  1440: 900,
  1920: 1080,
}
const STILL = { animations: 'disabled' } as const
const TIMEOUT_MS = 20_000
/** Chromium takes no taller picture; nor does a reader. */
const TALLEST = 12_000
/** What a browser says about a page that a test expects to fail, and about view transitions. */
const NOISE = /status of 4\d\d|ViewTransition opt-in/

export type Taken = Shot & { address: string; problems: string[] }
type Tools = {
  browser: Browser
  site: string
  /** Address of the console. */
  staff: string
  /** The site believes an X-Forwarded-For. */
  isOwn: boolean
  find: Finder
  people: SignedIn
  folder: string
}

/** Never throws: what went wrong is listed, and the page is shown as it is then. */
export async function take(shot: Shot, tools: Tools): Promise<Taken> {
  const { screen, language } = shot
  const taken: Taken = { ...shot, address: '', problems: [] }
  const attempt = async (work: () => Promise<unknown>) => {
    await work().catch(error => taken.problems.push(String(error)))
  }
  await attempt(async () => {
    const context = await newContext(shot, tools, taken.problems)
    const page = await context.newPage()
    await attempt(async () => {
      const path = typeof screen.path === 'string' ? screen.path : await screen.path(tools.find)
      const isPrefixed = language === 'en' && !screen.isConsole
      taken.address = isPrefixed ? `/en${path === '/' ? '' : path}` : path
      await prepare(page, shot)
      await page.goto(taken.address)
      await settle(page)
      if (shot.mode !== 'no-script') await screen.act?.(page)
    })
    await attempt(() => save(page, shot, join(tools.folder, shot.file)))
    await context.close()
  })
  return { ...taken, problems: [...new Set(taken.problems)] }
}

async function newContext(shot: Shot, tools: Tools, problems: string[]): Promise<BrowserContext> {
  const { screen, language, width, mode, viewer } = shot
  const setting = MODES[mode]
  const context = await tools.browser.newContext({
    baseURL: screen.isConsole ? tools.staff : tools.site,
    viewport: { width, height: HEIGHTS[width] ?? 900 },
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    timezoneId: 'Asia/Tehran',
    userAgent: screen.userAgent,
    isMobile: width < 600,
    hasTouch: width < 960,
    storageState: await tools.people.state(viewer),
    extraHTTPHeaders: tools.isOwn ? { 'X-Forwarded-For': anAddress() } : {},
    ...('context' in setting ? setting.context : {}),
  })
  context.setDefaultTimeout(TIMEOUT_MS)
  if (screen.isConsole)
    await context.addInitScript(chosen => {
      if (location.protocol !== 'about:') localStorage.setItem('staff-language', chosen)
    }, language)
  context.on('weberror', error => problems.push(String(error.error())))
  context.on('console', message => {
    if (message.type() === 'error' && !NOISE.test(message.text())) problems.push(message.text())
  })
  return context
}

async function prepare(page: Page, { screen, mode }: Shot): Promise<void> {
  const setting = MODES[mode]
  if ('prepare' in setting) await setting.prepare(page)
  await screen.before?.(page)
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle', { timeout: 5_000 }).catch(() => undefined)
  await page.evaluate(() => document.fonts.ready.then(() => undefined)).catch(() => undefined)
}

async function save(page: Page, { screen }: Shot, path: string): Promise<void> {
  const picture = screen.isCut ? await page.screenshot(STILL) : await wholePage(page)
  await sharp(picture).png({ palette: true, effort: 1 }).toFile(path)
}

async function wholePage(page: Page): Promise<Buffer> {
  await loadPictures(page)
  const height = Math.min(TALLEST, await page.evaluate(() => document.body.scrollHeight))
  const { width } = page.viewportSize() ?? { width: 0 }
  return page.screenshot({ ...STILL, fullPage: true, clip: { x: 0, y: 0, width, height } })
}

/** Scrolls down once, so that lazy pictures load, and back up. */
async function loadPictures(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.body.scrollHeight)
  const step = page.viewportSize()?.height ?? 800
  for (let y = 0; y < Math.min(height, TALLEST); y += step) {
    await page.evaluate(top => scrollTo({ top, behavior: 'instant' }), y)
    await page.waitForTimeout(60)
  }
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }))
  await settle(page)
}

function anAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1
  return `10.${part()}.${part()}.${part()}`
}
