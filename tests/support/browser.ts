import { type Browser, type BrowserContext, chromium, type Page } from 'playwright'
import { expect, inject, onTestFinished } from 'vitest'
import { setBrandName } from '#src/lib/i18n/brand-name.ts'
import { inspectBrand } from '#src/service/platform/brand/read-brand.ts'

setBrandName(inspectBrand(null).brand.name)

export type PageOptions = {
  /** Origin of a site other than the shared one. */
  url?: string
  /** A browser other than the shared one. */
  browser?: Browser
  width?: number
  height?: number
  language?: 'fa' | 'en'
  javaScript?: boolean
  touch?: boolean
  reducedMotion?: boolean
  userAgent?: string
  /**
   * Client address. Each page has its own by default, so that limits per address are counted separately. Null sends none, so that
   * other hosts do not have to allow the header.
   */
  address?: string | null
  /** Lets the service worker answer requests. It does not by default, so that tests can. */
  serviceWorker?: boolean
  /** Console errors that this test expects. Any other fails it. */
  allow?: RegExp[]
}

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/**
 * Chromium rejects a transition that it started before it saw that the other page takes no part, or was already shown when the
 * viewer went back to it. No event hands this promise to the page, so the page cannot handle it.
 */
const ABORTED_TRANSITION =
  /^InvalidStateError: Transition was aborted because of invalid state\. (ViewTransition opt-in disabled|Page already revealed)/

let shared: Promise<Browser> | undefined
function sharedBrowser(): Promise<Browser> {
  shared ??= chromium.connect(inject('browserEndpoint'))
  return shared
}

/**
 * Opens a page in a new browser context and closes it when the test ends. The test fails if the page logs an error, throws, or
 * violates the content security policy, unless `allow` matches the message. Call it within a test.
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
    const expected = [ABORTED_TRANSITION, ...allow]
    const unexpected = complaints.filter(text => !expected.some(pattern => pattern.test(text)))
    expect(unexpected, 'what the browser complained about').toEqual([])
  })
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return javaScript ? awake(page) : page
}

/** Makes `goto` also wait for the layout script if the page has a header. */
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

/** Returns the URLs of the site's service nodes, or that of the site itself if it runs the service. */
export function serviceUrls(): string[] {
  return process.env.SERVICES_UNDER_TEST?.split(',') ?? [siteUrl()]
}

/** Returns the URL of one node of the site, without the proxies in front of it. */
export function nodeUrl(): string {
  return inject('nodeUrl')
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
