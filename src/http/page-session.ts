/**
 * What a visit to a page means for the visitor's session, read from cookies alone, before any cache: without a profile the viewer
 * is sent to choose one, and the `state` cookie names the theme of the page and the agent. Pages themselves hold nothing of it.
 */
import { parse, serialize } from 'hono/utils/cookie'
import { languageOf } from '#src/lib/i18n/languages.ts'
import { themeFor } from '#src/lib/layout/theme.ts'
import { profilePath } from '#src/lib/routes.ts'
import { needsProfile } from '#src/lib/session/guard.ts'
import { readStateValue, type SessionState, STATE_COOKIE } from '#src/lib/session/state.ts'
import { isTvAgent, TV_MODE_KEY } from '#src/lib/tv/tv.ts'
import type { KeySet } from '../service/keys.ts'
import {
  clearedStateOptions,
  isNewlySealed,
  openState,
  sealState,
  stateCookieOptions,
  tokensIn,
} from './session-cookies.ts'

export type Visit = {
  /** Path and query. */
  url: string
  isHttps: boolean
  header: (name: string) => string | undefined
}

const FILE = /\.[a-z]{2,4}$/

/** The page to choose a profile at, for a viewer with a token and no profile (spec §4); null for everybody else. */
export function profileChoice({ url, isHttps, header }: Visit): string | null {
  const cookies = header('cookie')
  if (!cookies?.includes('session')) return null
  const path = url.split('?', 1)[0] as string
  if (FILE.test(path) || !needsProfile(path) || !isNavigation(header)) return null
  const tokens = tokensIn(parse(cookies), isHttps)
  return tokens && tokens.profile === '' ? profilePath(url, languageOf(path)) : null
}

/**
 * Headers that bring `state` up to date with the page and with the tokens; empty where it is. Such a reply is the visitor's own, so
 * no cache between may store it.
 * @param current what the service says, where the cookie is out of date
 */
export function stateHeaders(
  { url, isHttps, header }: Visit,
  keys: KeySet,
  current?: SessionState,
): Record<string, string> {
  const cookies = header('cookie')
  if (!cookies?.includes(STATE_COOKIE) || !isNavigation(header)) return {}
  const all = parse(cookies)
  const sealed = all[STATE_COOKIE]
  const shown = readStateValue(sealed)
  const currentTheme = themeFor(url.split('?', 1)[0] as string)
  const isTv = isTvAgent(header('user-agent') ?? '') && all[TV_MODE_KEY] !== 'off'
  if (!shown.user && !current) return {}
  const isSignedOut = !tokensIn(all, isHttps)
  const isOfPage = shown.currentTheme === currentTheme && shown.isTvAgent === isTv
  const isSealed = keys.length === 1 || isNewlySealed(sealed, keys)
  if (!current && !isSignedOut && isOfPage && isSealed) return {}
  const state = current ?? openState(sealed, keys)
  if (!state) return {}
  // A late reply has brought it back after a sign-out.
  if (isSignedOut) return own('', clearedStateOptions(isHttps))
  const value = sealState({ ...state, currentTheme, isTvAgent: isTv }, keys)
  return own(value, stateCookieOptions(isHttps))
}

function own(value: string, options: Parameters<typeof serialize>[2]): Record<string, string> {
  return {
    'set-cookie': serialize(STATE_COOKIE, value, options),
    'cache-control': 'private, no-cache',
  }
}

/** A visitor opens the page now: neither a script nor a prefetch asks for it. */
function isNavigation(header: Visit['header']): boolean {
  if (header('sec-purpose') ?? header('purpose')) return false
  const mode = header('sec-fetch-mode')
  return mode ? mode === 'navigate' : (header('accept') ?? '').includes('text/html')
}
