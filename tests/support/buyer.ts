/** A new user in a browser on the test's own site: signed in by a code, with the only profile chosen. */
import type { Page } from 'playwright'
import { newPage, type PageOptions } from './browser.ts'
import { newMobile } from './purchase-journey.ts'
import { readOutbox, type Site } from './site.ts'

export type Buyer = {
  page: Page
  mobile: string
  /** `data` of an API call as this user. */
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, data: object) => Promise<T>
}

export async function aBuyer(site: Site, options: PageOptions = {}): Promise<Buyer> {
  const page = await newPage({ ...options, url: site.url })
  const mobile = newMobile()
  const headers = { origin: site.url, 'accept-language': 'fa' }
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const reply = await page.request[method](`${site.url}/api${path}`, { headers, data })
    const body = (await reply.json()) as { data: never }
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${JSON.stringify(body)}`)
    return body.data
  }
  const { tracker_id } = await call('get', `/access-token/users/${mobile}/otp`)
  const otp = (await readOutbox(site.url, mobile))[0]?.code
  const device = { unique_identifier: `browser-of-${mobile}` }
  await call('post', `/access-token/users/${mobile}/otp`, { otp, tracker_id, device })
  const { items } = await call('get', '/users/profile/')
  const [profile] = items as { id: string }[]
  await call('post', '/users/profile/switch', { profile_id: profile?.id, pin: '' })
  return {
    page,
    mobile,
    get: path => call('get', path),
    post: (path, data) => call('post', path, data),
  }
}
