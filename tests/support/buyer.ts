/** A new user in a browser on the test's own site: signed in with a code, with the only profile chosen. */
import type { Page } from 'playwright'
import { newPage, type PageOptions } from './browser.ts'
import { aMember } from './member.ts'
import type { Site } from './site.ts'

export type Buyer = {
  page: Page
  mobile: string
  /** Returns `data` of an API call as this user. */
  get: <T>(path: string) => Promise<T>
  post: <T>(path: string, data: object) => Promise<T>
}

export async function aBuyer(site: Site, options: PageOptions = {}): Promise<Buyer> {
  const page = await newPage({ ...options, url: site.url })
  const { msisdn, call } = await aMember(page, site.url)
  return {
    page,
    mobile: msisdn,
    get: path => call('get', path),
    post: (path, data) => call('post', path, data),
  }
}
