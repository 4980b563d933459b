/** Asks the service who is watching, for a visitor whose `state` cookie is out of date (stale-state.ts). */
import type { Context } from 'hono'
import type { Envelope } from '#src/contract/envelope.ts'
import type { Profile } from '#src/contract/profiles.ts'
import type { Self } from '#src/contract/session.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { runtime } from '../runtime.ts'
import { requestContext, serviceHeaders } from './api-proxy.ts'
import { readTokens, stateUser, type Tokens } from './session-cookies.ts'
import { digestOf } from './stale-state.ts'

/** The state as the service knows it; null where it does not say. */
export async function askForState(c: Context): Promise<SessionState | null> {
  const tokens = readTokens(c)
  if (!tokens) return null
  const self = await read<Self>(c, tokens, '/users/_self')
  if (!self) return null
  const state = { ...ANONYMOUS, user: stateUser(self), tokens: digestOf(tokens) }
  if (!self.profile) return state
  const profile = await read<Profile>(c, tokens, `/users/profile/${self.profile.id}`)
  if (!profile) return null
  const { id, name, avatar, age_type, is_primary } = profile
  return { ...state, profile: { id, name, avatar: avatar.image_path, age_type, is_primary } }
}

async function read<Data>(c: Context, tokens: Tokens, path: string): Promise<Data | null> {
  const headers = serviceHeaders(c, tokens)
  // Headers of the page's own request are not for this call.
  for (const name of ['if-none-match', 'range', 'if-range']) headers.delete(name)
  try {
    const request = new Request(`http://service${path}`, { headers })
    const reply = await runtime().callService(request, requestContext(c))
    if (!reply.ok) return null
    return ((await reply.json()) as Envelope & { data: Data }).data
  } catch {
    return null
  }
}
