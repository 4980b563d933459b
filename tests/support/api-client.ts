import { listProfiles, switchProfile } from '#src/contract/endpoints/profiles.ts'
import { loginByOtp, sendOtp } from '#src/contract/endpoints/session.ts'
import type { LoginResult } from '#src/contract/session.ts'
import { type Api, createApi } from '#src/lib/api/client.ts'
import { readOutbox } from './site.ts'

const DEVICE = { unique_identifier: 'test-device-0001' }

/** A native client of a running site, which sends its tokens in headers. */
export function clientOf(
  url: string,
  token?: string,
  profileToken?: string,
  address?: string,
): Api {
  return createApi({
    baseURL: `${url}/api`,
    headers: () => ({
      'Accept-Language': 'en',
      ...(address ? { 'X-Forwarded-For': address } : {}),
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(profileToken ? { 'profile-token': profileToken } : {}),
    }),
  })
}

/**
 * Signs in with the code from the outbox and switches to the primary profile. `address` is the client's address, for a site behind
 * a proxy.
 */
export async function signInAt(
  url: string,
  msisdn: string,
  address?: string,
): Promise<LoginResult & { profileToken: string; api: Api }> {
  const api = clientOf(url, undefined, undefined, address)
  const { tracker_id } = await api(sendOtp, { params: { msisdn } })
  const [message] = await readOutbox(url, msisdn)
  const otp = message?.code ?? ''
  const result = await api(loginByOtp, {
    params: { msisdn },
    body: { otp, tracker_id, device: DEVICE },
  })
  const token = result.access_token
  const signedIn = clientOf(url, token, undefined, address)
  const [primary] = (await signedIn(listProfiles)).items
  const body = { profile_id: primary?.id ?? '', pin: '' }
  const { profile_access_token } = await signedIn(switchProfile, { body })
  const profileToken = profile_access_token
  return { ...result, profileToken, api: clientOf(url, token, profileToken, address) }
}
