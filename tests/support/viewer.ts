/** A demo account signed in inside a page's context, through the site's own calls. */
import type { Page } from 'playwright'
import { readOutbox } from './site.ts'

export async function signInAs(page: Page, url: string, msisdn: string): Promise<void> {
  const call = async (method: 'get' | 'post', path: string, data?: object) => {
    const headers = { origin: url, 'accept-language': 'fa' }
    const reply = await page.request[method](`${url}/api${path}`, { headers, data })
    const body = (await reply.json()) as { data: Record<string, unknown> }
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${JSON.stringify(body)}`)
    return body.data
  }
  const { tracker_id } = await call('get', `/access-token/users/${msisdn}/otp`)
  const [message] = await readOutbox(url, msisdn)
  const device = { unique_identifier: `device-of-${msisdn}-${Date.now()}` }
  await call('post', `/access-token/users/${msisdn}/otp`, {
    otp: message?.code,
    tracker_id,
    device,
  })
  const { items } = await call('get', '/users/profile/')
  const profiles = items as { id: string; is_primary: boolean }[]
  const primary = profiles.find(profile => profile.is_primary)
  await call('post', '/users/profile/switch', { profile_id: primary?.id, pin: '' })
}
