/** A new user, signed in within a page's browser context by API calls; no page is opened. */
import type { Page } from 'playwright'
import { aNumber, type Call, callsOf, codeFor } from './account.ts'
import { siteUrl } from './browser.ts'

export type Member = { msisdn: string; profileId: string; call: Call }

/** A new user without a subscription, with the primary profile chosen. */
export async function aMember(page: Page, url = siteUrl()): Promise<Member> {
  const call = callsOf(page, url)
  const msisdn = aNumber()
  const way = `/access-token/users/${msisdn}/otp`
  const { tracker_id } = await call<{ tracker_id: string }>('get', way)
  const device = { unique_identifier: `browser-of-${msisdn}` }
  const otp = await codeFor(msisdn, undefined, url)
  await call('post', way, { otp, tracker_id, device })
  const { items } = await call<{ items: { id: string }[] }>('get', '/users/profile/')
  const profileId = items[0]?.id ?? ''
  await call('post', '/users/profile/switch', { profile_id: profileId, pin: '' })
  return { msisdn, profileId, call }
}

type Watchable = { id: string; video_files: Record<string, { video_file_id: string }> }

/** Sends the heartbeat of a player that stopped at this second. The title must be free content. */
export async function hasWatched({ call }: Member, shortId: string, seconds: number) {
  const { id, video_files } = await call<Watchable>('get', `/video-contents/${shortId}`)
  const file = video_files.primary?.video_file_id
  const path = `/video-contents/${id}/files/${file}`
  const { lease_id } = await call<{ lease_id: string }>('get', `${path}/play`)
  await call('post', `${path}/playback`, { current_time: seconds, lease_id, ended: true })
}
