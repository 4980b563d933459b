/** Users of a running site without a browser: with the cookies of a browser and with the tokens of a native client. */
import { randomInt } from 'node:crypto'
import type { AgeType } from '#src/contract/profiles.ts'
import { aNumber } from './account.ts'
import { siteUrl } from './browser.ts'
import { raw } from './raw-request.ts'
import { readOutbox } from './site.ts'

export type RawMember = {
  msisdn: string
  profileId: string
  /** Authorization and Profile-Token, as a native client sends them. */
  tokens: { authorization: string; 'profile-token': string }
  /** The Cookie header of a browser with the same session and profile. */
  cookie: string
}
type Call = <T>(method: string, path: string, body?: object) => Promise<T>

/** Returns a unique client address, so that limits per address do not affect other tests. */
export function anAddress(): string {
  return `198.18.${randomInt(256)}.${randomInt(1, 255)}`
}

/** A new user on the primary profile, or on a second profile of the given age. */
export async function aRawMember(ageType: AgeType = 'adult'): Promise<RawMember> {
  const jar = new Map<string, string>()
  const call = callsWith(jar)
  const msisdn = aNumber()
  const way = `/access-token/users/${msisdn}/otp`
  const { tracker_id } = await call<{ tracker_id: string }>('GET', way)
  const [message] = await readOutbox(siteUrl(), msisdn)
  const device = { unique_identifier: `raw-${msisdn}` }
  await call('POST', way, { otp: message?.code, tracker_id, device })
  const { items } = await call<{ items: { id: string }[] }>('GET', '/users/profile/')
  let profileId = items[0]?.id ?? ''
  await call('POST', '/users/profile/switch', { profile_id: profileId, pin: '' })
  if (ageType !== 'adult') {
    const body = { name: 'کودک', avatar: 'type-1-1', age_type: ageType }
    profileId = (await call<{ id: string }>('POST', '/users/profile', body)).id
    await call('POST', '/users/profile/switch', { profile_id: profileId, pin: '' })
  }
  // The first page after a switch brings the state of the new profile.
  const headers = { cookie: cookieOf(jar), 'sec-fetch-mode': 'navigate' }
  keepCookies(jar, await raw('/faq', { headers }))
  const [access = '', profile = ''] = (jar.get('session') ?? '').split('~')
  const tokens = { authorization: `Bearer ${access}`, 'profile-token': profile }
  return { msisdn, profileId, tokens, cookie: cookieOf(jar) }
}

function callsWith(jar: Map<string, string>): Call {
  const common = { origin: siteUrl(), 'x-forwarded-for': anAddress() }
  return async (method, path, body) => {
    const headers = {
      ...common,
      ...(jar.size > 0 ? { cookie: cookieOf(jar) } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    }
    const sent = body ? { body: JSON.stringify(body) } : {}
    const reply = await raw(`/api${path}`, { method, headers, ...sent })
    if (reply.status !== 200) throw new Error(`${path} answered ${reply.status}: ${reply.text}`)
    keepCookies(jar, reply)
    return (JSON.parse(reply.text) as { data: never }).data
  }
}

function keepCookies(jar: Map<string, string>, { headers }: Awaited<ReturnType<typeof raw>>) {
  for (const line of [headers['set-cookie'] ?? []].flat()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    jar.set(name, decodeURIComponent(value))
  }
}

function cookieOf(jar: Map<string, string>): string {
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}
