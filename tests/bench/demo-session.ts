import type { BrowserContext } from 'playwright'
import { PASSWORD } from '#tests/support/account.ts'

/** Signs in a user of the demo on a separate device, and chooses the first profile. */
export async function signInDemo(
  { request }: BrowserContext,
  site: { url: string },
  msisdn: string,
): Promise<void> {
  const call = async (path: string, data?: object) => {
    const headers = { 'sec-fetch-site': 'same-origin' }
    const reply = await request.fetch(`${site.url}/api${path}`, {
      headers,
      ...(data ? { method: 'POST', data } : {}),
    })
    if (!reply.ok()) throw new Error(`${path}: ${reply.status()} ${await reply.text()}`)
    return (await reply.json()).data
  }
  // All visits use one device, because a user has at most three.
  const device = { unique_identifier: `browser-of-the-bench-${msisdn}` }
  await call(`/access-token/users/${msisdn}/password`, { password: PASSWORD, device })
  const { items } = await call('/users/profile/')
  const primary = items.find((it: { is_primary: boolean }) => it.is_primary)
  await call('/users/profile/switch', { profile_id: primary.id, pin: '' })
}
