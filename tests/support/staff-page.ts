/** Pages of the console, signed in as a member of the demo's team. */
import type { Page } from 'playwright'
import { expect } from 'vitest'
import type { StaffRole } from '#src/service/operations/staff/roles.ts'
import { DEMO_STAFF_PASSWORD, demoStaffCode } from '#src/service/platform/dev/demo-staff.ts'
import { newPage } from './browser.ts'
import { freePort, type Site, startSite } from './site.ts'

export type StaffSite = { site: Site; origin: string; stop: () => Promise<unknown> }
/** `second` is another administrator. */
type Member = StaffRole | 'second'
type Cookie = Awaited<ReturnType<ReturnType<Page['context']>['cookies']>>[number]
type Asked = {
  language?: 'fa' | 'en'
  width?: number
  /** Further complaints of the browser that the test expects. */
  allow?: readonly RegExp[]
}

export const emailOf = (member: Member) => `${member}@pardeh.example`
const cookies = new Map<string, Cookie[]>()

export async function startStaffSite(): Promise<StaffSite> {
  const port = await freePort()
  const site = await startSite({ env: { STAFF_PORT: String(port) } })
  return { site, origin: `http://127.0.0.1:${port}`, stop: () => site.stop() }
}

/** Opens a page of the console at 1024 px, which counts the clicks of the member and the seconds of the task. */
export async function anonymousStaffPage({ origin }: StaffSite, asked: Asked = {}) {
  const { language = 'en', width = 1024, allow = [] } = asked
  const page = await newPage({
    url: origin,
    width,
    language,
    address: null,
    allow: [/status of (401|409|422)/, ...allow],
  })
  await page.addInitScript(chosen => {
    localStorage.setItem('staff-language', chosen)
    const now = () => performance.timeOrigin + performance.now()
    if (!sessionStorage.getItem('opened')) sessionStorage.setItem('opened', String(now()))
    for (const action of ['click', 'keydown', 'input', 'change'])
      addEventListener(action, () => sessionStorage.setItem('acted', String(now())), true)
    const count = () => Number(sessionStorage.getItem('clicks') ?? 0)
    // A key on a button makes a click without a position in its sequence.
    addEventListener(
      'click',
      event => event.detail > 0 && sessionStorage.setItem('clicks', String(count() + 1)),
      true,
    )
  }, language)
  return page
}

/** Opens a page of a member. A code of the authenticator works once, so that a member signs in once for all tests. */
export async function staffPage(at: StaffSite, member: Member, asked: Asked = {}): Promise<Page> {
  const page = await anonymousStaffPage(at, asked)
  const key = at.origin + member
  const known = cookies.get(key)
  if (known) await page.context().addCookies(known)
  else {
    const response = await page.request.post('/api/session', {
      headers: { Origin: at.origin },
      data: {
        email: emailOf(member),
        password: DEMO_STAFF_PASSWORD,
        totp: demoStaffCode(new Date()),
      },
    })
    if (!response.ok()) throw new Error(await response.text())
    cookies.set(key, await page.context().cookies())
  }
  return page
}

type Action = { fields: object; reason?: string; version?: string }

/** Runs an action as the member of a page, without its form. */
export async function runAction(page: Page, name: string, data: Action): Promise<unknown> {
  const { origin } = new URL(page.url() === 'about:blank' ? await homeOf(page) : page.url())
  const path = `${origin}/api/actions/${name.replace('.', '/')}`
  const response = await page.request.post(path, { headers: { Origin: origin }, data })
  if (!response.ok()) throw new Error(await response.text())
  return ((await response.json()) as { data?: unknown }).data
}

async function homeOf(page: Page): Promise<string> {
  await page.goto('/')
  return page.url()
}

/** Returns the clicks of the task, and prints them with its seconds: from opening the first screen to the last click or key. */
export async function clicksOf(page: Page): Promise<number> {
  const { clicks, seconds } = await page.evaluate(() => {
    const read = (name: string) => Number(sessionStorage.getItem(name) ?? 0)
    return { clicks: read('clicks'), seconds: (read('acted') - read('opened')) / 1_000 }
  })
  console.info(`${expect.getState().currentTestName}: ${clicks} clicks, ${seconds.toFixed(1)} s`)
  return clicks
}
