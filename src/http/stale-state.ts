/**
 * Detects a `state` cookie that does not belong to the tokens. Replies may arrive in another order than their requests, so a slow one
 * can restore the state from before a profile switch or a sign-out. A state therefore contains a digest of its tokens.
 */
import { hash } from 'node:crypto'
import { type SessionState, STATE_COOKIE } from '#src/lib/session/state.ts'
import type { KeySet } from '../service/platform/keys.ts'
import {
  parseCookies,
  parseTokens,
  readShownState,
  readSignedState,
  type Tokens,
} from './session-cookies.ts'

/** Returns the digest of tokens that a state contains. The tokens cannot be derived from it. */
export function digestTokens({ access, profile }: Tokens): string {
  return hash('sha256', `${access}~${profile}`, 'base64url').slice(0, 16)
}

/** Returns the state with the digest of new tokens. A state that is out of date remains so. */
export function replaceStateTokens(before: SessionState, from: Tokens, to: Tokens): SessionState {
  return before.tokens === digestTokens(from) ? { ...before, tokens: digestTokens(to) } : before
}

/**
 * True if the signed state belongs to other tokens, or was written by the previous release without a digest. False without a state
 * and for a forged one: then an anonymous visitor is watching (decision 4).
 * @param cookies the Cookie header
 */
export function isStateOutOfDate(
  cookies: string | undefined,
  isHttps: boolean,
  keys: KeySet,
): boolean {
  if (!cookies?.includes(STATE_COOKIE) || !cookies.includes('session')) return false
  const tokens = parseTokens(parseCookies(cookies), isHttps)
  if (!tokens || readShownState(cookies).tokens === digestTokens(tokens)) return false
  return readSignedState(cookies, keys) !== null
}
