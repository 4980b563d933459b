/**
 * Replies may arrive in another order than their requests: a slow one can bring back the `state` cookie of before a switch of the
 * profile or a sign-out. A state therefore names the tokens that it describes; one beside other tokens is out of date.
 */
import { hash } from 'node:crypto'
import { parse } from 'hono/utils/cookie'
import { readStateValue, type SessionState, STATE_COOKIE } from '#src/lib/session/state.ts'
import type { KeySet } from '../service/keys.ts'
import { openState, type Tokens, tokensIn } from './session-cookies.ts'

/** What a state names its tokens by; they cannot be found from it. */
export function digestOf({ access, profile }: Tokens): string {
  return hash('sha256', `${access}~${profile}`, 'base64url').slice(0, 16)
}

/** `before` with other tokens; where it is out of date, it stays so. */
export function withTokens(before: SessionState, from: Tokens, to: Tokens): SessionState {
  return before.tokens === digestOf(from) ? { ...before, tokens: digestOf(to) } : before
}

/**
 * Whether the state that this site sealed is not of these tokens; one of the version before names none. Without a state, or with
 * a forged one, a visitor is watching (decision 4).
 * @param cookies the Cookie header
 */
export function isOutOfDate(cookies: string | undefined, isHttps: boolean, keys: KeySet): boolean {
  if (!cookies?.includes(STATE_COOKIE) || !cookies.includes('session')) return false
  const all = parse(cookies)
  const tokens = tokensIn(all, isHttps)
  const sealed = all[STATE_COOKIE]
  if (!tokens || readStateValue(sealed).tokens === digestOf(tokens)) return false
  return openState(sealed, keys) !== null
}
