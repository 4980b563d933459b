/** Signs users in through the pages, or by API calls if sign-in is not what is tested. */
import type { Page } from 'playwright'
import { expect } from 'vitest'
import { newPage, siteUrl } from './browser.ts'
import { readOutbox } from './site.ts'
import { resetResendLimit } from './site-database.ts'

export const PASSWORD = 'pardeh-1404'

export function aNumber(): string {
  return `0935${String(Math.floor(Math.random() * 10_000_000)).padStart(7, '0')}`
}

/** Waits for a code to this number other than `seen`. Messages of other kinds are ignored. */
export async function codeFor(msisdn: string, seen?: string, url = siteUrl()): Promise<string> {
  await expect.poll(() => newestCode(msisdn, url)).not.toBe(seen)
  return (await newestCode(msisdn, url)) as string
}

async function newestCode(msisdn: string, url = siteUrl()): Promise<string | undefined> {
  return (await readOutbox(url, msisdn)).find(({ code }) => code)?.code
}

export function persian(digits: string): string {
  return digits.replace(/\d/g, digit => '۰۱۲۳۴۵۶۷۸۹'.charAt(Number(digit)))
}

/** Waits until an island within an element is hydrated; earlier events are buffered and replayed. */
export async function ready(page: Page, within = 'body'): Promise<void> {
  await page.locator(`${within} [data-hydrated=true]`).first().waitFor({ state: 'attached' })
}

export async function askForCode(page: Page, msisdn: string, path = '/login'): Promise<void> {
  await page.goto(path)
  await ready(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
  await page.locator('form button[type=submit]').click()
  await page.locator('input[name=otp]').waitFor({ state: 'attached' })
}

/** Signs up a new user, whose only profile is chosen without a question, and ends on the page that `redirect` names. */
export async function signUp(page: Page, msisdn = aNumber(), path = '/login'): Promise<string> {
  await askForCode(page, msisdn, path)
  await page.locator('input[name=otp]').fill(await codeFor(msisdn))
  await page.locator('[data-step=welcome] form > button.link').click()
  await arrived(page)
  return msisdn
}

/** Signs up with the form of the open page; `readCode` returns the code after it was requested. */
export async function fillSignUp(
  page: Page,
  mobile: string,
  readCode: () => Promise<string>,
): Promise<void> {
  await page.getByLabel('شمارهٔ موبایل').fill(mobile)
  await page.getByRole('button', { name: 'دریافت کد' }).click()
  const field = page.locator('input[autocomplete="one-time-code"]').first()
  await field.waitFor()
  await field.click()
  await page.keyboard.type(await readCode())
  await page.getByRole('button', { name: 'بعداً کامل می‌کنم' }).click()
  await arrived(page)
}

/** Waits for a page that comes after sign-in. `waitForURL` would fail if a page is left for another before it has loaded. */
export async function arrived(page: Page): Promise<void> {
  await expect.poll(() => isSignedIn(new URL(page.url()))).toBe(true)
  await page.waitForLoadState()
}

/** True for every page except those of sign-in and profile choice. */
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

export type Call = <T = Record<string, unknown>>(
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
) => Promise<T>

/** Makes API calls with the cookies of the page's browser context. @throws on every API error */
export function callsOf(page: Page, url = siteUrl()): Call {
  const headers = { origin: url, 'accept-language': 'fa' }
  return async (method, path, data) => {
    const reply = await page.request[method](`${url}/api${path}`, { headers, data })
    const text = await reply.text()
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${text}`)
    return (JSON.parse(text) as { data: never }).data
  }
}

export function callAs<T = Record<string, string>>(
  page: Page,
  ...request: Parameters<Call>
): Promise<T> {
  return callsOf(page)<T>(...request)
}

/** Makes an API call with the page's own `fetch`, for hosts that only its browser finds. */
export function callInPage<T>(page: Page, method: string, path: string, body?: object): Promise<T> {
  return page.evaluate(
    async ([how, where, what]) => {
      const headers = { 'content-type': 'application/json', 'idempotency-key': crypto.randomUUID() }
      const reply = await fetch(`/api${where}`, { method: how, headers, body: what })
      const { data } = (await reply.json()) as { data: T }
      if (!reply.ok) throw new Error(`${where} answered ${reply.status}`)
      return data
    },
    [method, path, body && JSON.stringify(body)] as const,
  )
}

export async function signInWithPassword(page: Page, msisdn: string, path = '/login') {
  await page.goto(path)
  await ready(page)
  await page.locator('input[name=msisdn]').fill(msisdn)
  await page.locator('form button:has(.i-lucide-key-round)').click()
  await page.locator('input[name=password]').fill(PASSWORD)
  await page.locator('form button[type=submit]').click()
}

/**
 * Expects that password managers find the number beside the password: in a text field, because they ignore inputs of the type hidden.
 * The keyboard and screen readers pass over it.
 */
export async function expectUsername(page: Page, msisdn: string): Promise<void> {
  const field = page.locator('form:has(input[type=password]) input[autocomplete=username]')
  expect(await field.inputValue()).toBe(msisdn)
  expect(await field.getAttribute('type')).toBe('text')
  expect(await field.evaluate(input => [input.tabIndex, input.ariaHidden])).toEqual([-1, 'true'])
}

/** Chooses the profile at this position. The only profile of an account is chosen automatically. */
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

/** Returns the number of a user with a password, signed in elsewhere. */
export async function withPassword(): Promise<string> {
  const elsewhere = await newPage()
  const { msisdn } = await enter(elsewhere)
  await callAs(elsewhere, 'put', '/users/_self/password', { password: PASSWORD })
  return msisdn
}
