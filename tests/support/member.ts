/** A new user, signed in within a page's browser context by API calls; no page is opened. */
import type { Page } from 'playwright'
import { aNumber, codeFor } from './account.ts'
import { siteUrl } from './browser.ts'

export type Call = <T>(
  method: 'get' | 'post' | 'put' | 'delete',
  path: string,
  data?: object,
) => Promise<T>
export type Member = { msisdn: string; profileId: string; call: Call }

/** API calls with the cookies of a page. @throws on every API error */
export function callsOf(page: Page): Call {
  return async (method, path, data) => {
    const url = siteUrl()
    const headers = { origin: url, 'accept-language': 'fa' }
    const reply = await page.request[method](`${url}/api${path}`, { headers, data })
    const text = await reply.text()
    if (!reply.ok()) throw new Error(`${path} answered ${reply.status()}: ${text}`)
    return (JSON.parse(text) as { data: never }).data
  }
}

/** A new user without a subscription, with the primary profile chosen. */
export async function aMember(page: Page): Promise<Member> {
  const call = callsOf(page)
  const msisdn = aNumber()
  const way = `/access-token/users/${msisdn}/otp`
  const { tracker_id } = await call<{ tracker_id: string }>('get', way)
  const device = { unique_identifier: `browser-of-${msisdn}` }
  await call('post', way, { otp: await codeFor(msisdn), tracker_id, device })
  const { items } = await call<{ items: { id: string }[] }>('get', '/users/profile/')
  const profileId = items[0]?.id ?? ''
  await call('post', '/users/profile/switch', { profile_id: profileId, pin: '' })
  return { msisdn, profileId, call }
}

type Watchable = { id: string; video_files: Record<string, { video_file_id: string }> }

/** Sends the heartbeat of a player that stopped at this second; the title must be free content. */
export async function hasWatched({ call }: Member, shortId: string, seconds: number) {
  const { id, video_files } = await call<Watchable>('get', `/video-contents/${shortId}`)
  const file = video_files.primary?.video_file_id
  const path = `/video-contents/${id}/files/${file}`
  const { lease_id } = await call<{ lease_id: string }>('get', `${path}/play`)
  await call('post', `${path}/playback`, { current_time: seconds, lease_id, ended: true })
}
