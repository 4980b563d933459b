/** Signs users in through the pages, or by API calls where sign-in is not what is tested. */
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { siteUrl } from './browser.ts'
import { readOutbox } from './site.ts'
import { resetResendLimit } from './site-database.ts'

export const PASSWORD = 'pardeh-1404'

export function aNumber(): string {
  return `0935${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
}

/** Waits for a code to this number other than `seen`. Messages of other kinds are ignored. */
export async function codeFor(msisdn: string, seen?: string): Promise<string> {
  const options = { timeout: 10_000 }
  await expect.poll(() => newestCode(msisdn), options).not.toBe(seen)
  return (await newestCode(msisdn)) as string
}

async function newestCode(msisdn: string): Promise<string | undefined> {
  return (await readOutbox(siteUrl(), msisdn)).find(({ code }) => code)?.code
}

export function persian(digits: string): string {
  return digits.replace(/\d/g, digit => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)))
}

/** Waits for hydration; events before that are buffered and replayed. */
export async function ready(page: Page): Promise<void> {
  await page.locator('[data-hydrated=true]').first().waitFor({ state: 'attached' })
}

export async function askForCode(page: Page, msisdn: string, path = '/login'): Promise<void> {
  await page.goto(path)
  await ready(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
  await page.locator('form button[type=submit]').click()
  await page.locator('input[name=otp]').waitFor({ state: 'attached' })
}

/** Signs up a new user, whose only profile is chosen without a question, and ends where `redirect` leads. */
export async function signUp(page: Page, msisdn = aNumber(), path = '/login'): Promise<string> {
  await askForCode(page, msisdn, path)
  await page.locator('input[name=otp]').fill(await codeFor(msisdn))
  await page.locator('[data-step=welcome] form > button.link').click()
  await arrived(page)
  return msisdn
}

/** Waits for a page past signing in. A page may be left for another before it has loaded, which `waitForURL` calls a failure. */
export async function arrived(page: Page): Promise<void> {
  await expect.poll(() => isSignedIn(new URL(page.url())), { timeout: 30_000 }).toBe(true)
  await page.waitForLoadState()
}

/** Past the pages of signing in and of choosing a profile. */
export const isSignedIn = (url: URL) => !/\/(login|register|profile)(\/|$)/.test(url.pathname)

type Entry = { profile?: boolean; msisdn?: string }

/** Creates a user and signs the page's browser context in as the primary profile, without opening a page. */
export async function enter(page: Page, { profile = true, msisdn = aNumber() }: Entry = {}) {
  const before = await newestCode(msisdn)
  const { tracker_id } = await callAs(page, 'get', `/access-token/users/${msisdn}/otp`)
  const device = { unique_identifier: `browser-of-${aNumber()}`, brand: 'Chrome', model: 'Linux' }
  const proof = { otp: await codeFor(msisdn, before), tracker_id }
  await callAs(page, 'post', `/access-token/users/${msisdn}/otp`, { ...proof, device })
  const { items } = await callAs<{ items: { id: string }[] }>(page, 'get', '/users/profile/')
  const primary = items[0]?.id ?? ''
  if (profile) await callAs(page, 'post', '/users/profile/switch', { profile_id: primary, pin: '' })
  await resetResendLimit(msisdn)
  return { msisdn, primary }
}

/** An API call with the cookies of the page's browser context. */
export async function callAs<T = Record<string, string>>(
  page: Page,
  method: 'get' | 'post' | 'put',
  path: string,
  data?: object,
): Promise<T> {
  const headers = { origin: siteUrl(), 'accept-language': 'fa' }
  const reply = await page.request[method](`${siteUrl()}/api${path}`, { headers, data })
  const body = (await reply.json()) as { data: T }
  if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${JSON.stringify(body)}`)
  return body.data
}

export async function signInWithPassword(page: Page, msisdn: string, path = '/login') {
  await page.goto(path)
  await ready(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
  await page.locator('form button:has(.i-lucide-key-round)').click()
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
}

/** The only profile is chosen by itself. */
export async function chooseProfile(page: Page, at = 0): Promise<void> {
  const tile = page.locator('.profile-tile').nth(at)
  const isPast = page
    .waitForURL(isSignedIn)
    .catch(() => arrived(page))
    .then(() => true)
  const isAsked = tile.waitFor().then(() => false)
  for (const either of [isPast, isAsked]) either.catch(() => undefined)
  if (await Promise.race([isPast, isAsked])) return
  await ready(page)
  await tile.click()
  await page.waitForURL(url => !url.pathname.includes('/profile'))
}

/** Everything that scripts of the page can read: cookies and storage. */
export function readableStorage(page: Page): Promise<string> {
  return page.evaluate(() =>
    [document.cookie, JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
      .join('\n')
      .replace(/state=([^.;]+)/, (_, payload: string) =>
        new TextDecoder().decode(
          Uint8Array.from(
            atob(payload.replaceAll('-', '+').replaceAll('_', '/')),
            char => char.codePointAt(0) ?? 0,
          ),
        ),
      ),
  )
}
