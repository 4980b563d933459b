/** Asks the service who is watching if a visitor's `state` cookie is out of date (stale-state.ts). */
import type { Context } from 'hono'
import { listContinueWatching } from '#src/contract/endpoints/library.ts'
import type { Envelope } from '#src/contract/envelope.ts'
import type { Profile } from '#src/contract/profiles.ts'
import type { Self } from '#src/contract/session.ts'
import { ANONYMOUS, type SessionState } from '#src/lib/session/state.ts'
import { runtime } from '../runtime.ts'
import { createRequestContext, createServiceHeaders } from './api-proxy.ts'
import { readTokens, type Tokens, toStateUser } from './session-cookies.ts'
import { digestTokens } from './stale-state.ts'

/** Returns the session state that the service reports; null without a session, and if the service does not answer. */
export async function fetchCurrentState(c: Context): Promise<SessionState | null> {
  const tokens = readTokens(c)
  if (!tokens) return null
  // The profile of the cookie may have been deleted or locked.
  const self =
    (await read<Self>(c, tokens, '/users/_self')) ??
    (tokens.profile ? await read<Self>(c, { ...tokens, profile: '' }, '/users/_self') : null)
  if (!self) return null
  const state = { ...ANONYMOUS, user: toStateUser(self), tokens: digestTokens(tokens) }
  if (!self.profile) return state
  const [profile, unfinished] = await Promise.all([
    read<Profile>(c, tokens, `/users/profile/${self.profile.id}`),
    read<{ total: number }>(c, tokens, `${listContinueWatching.path}?count=1`),
  ])
  if (!profile) return null
  const { id, name, avatar, age_type, is_primary } = profile
  const shown = { id, name, avatar: avatar.image_path, age_type, is_primary }
  return { ...state, profile: { ...shown, has_unfinished: (unfinished?.total ?? 0) > 0 } }
}

async function read<Data>(c: Context, tokens: Tokens, path: string): Promise<Data | null> {
  const headers = createServiceHeaders(c, tokens)
  // These headers belong to the request for the page, not to this call.
  for (const name of ['if-none-match', 'range', 'if-range']) delete headers[name]
  try {
    const request = new Request(`http://service${path}`, { headers })
    const reply = await runtime().callService(request, createRequestContext(c))
    if (!reply.ok) return null
    return ((await reply.json()) as Envelope & { data: Data }).data
  } catch {
    return null
  }
}
