import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { expect, inject, onTestFinished } from 'vitest'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { inspectBrand } from '#src/service/brand/read-brand.ts'
import { type Message, readOutbox } from './site.ts'

setBrandName(inspectBrand(null).brand.name)

export type PageOptions = {
  /** Origin of another site than the shared one. */
  url?: string
  /** Another browser than the shared one. */
  browser?: Browser
  width?: number
  height?: number
  language?: 'fa' | 'en'
  javaScript?: boolean
  touch?: boolean
  reducedMotion?: boolean
  userAgent?: string
  /**
   * Client address; each page has its own by default, so that limits per address are counted apart. Null sends none, so that calls to
   * other hosts have no header that they would have to allow.
   */
  address?: string | null
  /** With the service worker; by default requests are not its to answer, so that tests may. */
  serviceWorker?: boolean
  /** Console errors that this test expects. Any other fails it. */
  allow?: RegExp[]
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/** Messages of Chromium about skipped view transitions; they are no error of the page. */
const NOISE = [/^(InvalidStateError|AbortError): Transition was (aborted|skipped)/]

let shared: Promise<Browser> | undefined
function sharedBrowser(): Promise<Browser> {
  shared ??= chromium.connect(inject('browserEndpoint'))
  return shared
}

/**
 * Opens a page in a new browser context and closes it when the test ends. The test fails if the page logs an
 * error, throws, or violates the content security policy, unless `allow` matches it. Call it within a test.
 */
export async function newPage(options: PageOptions = {}): Promise<Page> {
  const { width, height, language = 'fa', javaScript = true, allow = [] } = options
  const { address = anAddress() } = options
  const context = await (options.browser ?? (await sharedBrowser())).newContext({
    baseURL: options.url ?? siteUrl(),
    viewport: { width: width ?? DESKTOP.width, height: height ?? DESKTOP.height },
    locale: language === 'fa' ? 'fa-IR' : 'en-GB',
    timezoneId: 'Asia/Tehran',
    javaScriptEnabled: javaScript,
    hasTouch: options.touch ?? false,
    isMobile: options.touch ?? false,
    reducedMotion: options.reducedMotion ? 'reduce' : 'no-preference',
    userAgent: options.userAgent,
    serviceWorkers: options.serviceWorker ? 'allow' : 'block',
    extraHTTPHeaders: address === null ? {} : { 'X-Forwarded-For': address },
  })
  const complaints = listen(context)
  onTestFinished(async () => {
    await context.close()
    const expected = [...NOISE, ...allow]
    const unexpected = complaints.filter(text => !expected.some(pattern => pattern.test(text)))
    expect(unexpected, 'what the browser complained about').toEqual([])
  })
  const page = await context.newPage()
  page.setDefaultTimeout(15_000)
  return javaScript ? awake(page) : page
}

/** `goto` also waits for the layout script where the page has a header. */
function awake(page: Page): Page {
  const goto = page.goto.bind(page)
  page.goto = async (...asked) => {
    const response = await goto(...asked)
    await page.waitForFunction(
      () => !document.querySelector('[data-header]') || document.documentElement.dataset.js === '',
    )
    return response
  }
  return page
}

function anAddress(): string {
  const part = () => Math.floor(Math.random() * 254) + 1
  return `10.${part()}.${part()}.${part()}`
}

export function siteUrl(): string {
  return inject('siteUrl')
}

/** The service nodes of the site; the site itself where it runs the service. */
export function serviceUrls(): string[] {
  return process.env.SERVICES_UNDER_TEST?.split(',') ?? [siteUrl()]
}

/** One node of the site, without the proxies in front. */
export function nodeUrl(): string {
  return inject('nodeUrl')
}

/** Messages that the shared site sent to a number, newest first. */
export function outbox(to: string): Promise<Message[]> {
  return readOutbox(siteUrl(), to)
}

/** Saves a screenshot in test-results/. */
export async function screenshot(page: Page, name: string, fullPage = false): Promise<void> {
  await page.screenshot({ path: `test-results/${name}.png`, fullPage, animations: 'disabled' })
}

function listen(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', message => {
    if (message.type() === 'error') complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', error => complaints.push(String(error.error())))
  return complaints
}
