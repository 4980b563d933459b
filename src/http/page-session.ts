/**
 * Applies a page visit to the visitor's session before any cache is read, from cookies alone: a viewer without a profile is
 * redirected to choose one, and the `state` cookie is updated with the theme of the page and the kind of browser.
 */
import { serialize } from 'hono/utils/cookie'
import { pathLanguage } from '#src/lib/i18n/languages.ts'
import { themeFor } from '#src/lib/layout/theme.ts'
import { profilePath } from '#src/lib/routes.ts'
import { requiresProfile } from '#src/lib/session/guard.ts'
import { type SessionState, STATE_COOKIE } from '#src/lib/session/state.ts'
import { isTvAgent, TV_MODE_KEY } from '#src/lib/tv/tv.ts'
import type { KeySet } from '../service/platform/keys.ts'
import {
  clearedStateCookieOptions,
  isNewlySealed,
  parseCookies,
  parseTokens,
  readShownState,
  readSignedState,
  sealState,
  stateCookieOptions,
} from './session-cookies.ts'

export type Visit = {
  /** Path and query of the request. */
  url: string
  isHttps: boolean
  header: (name: string) => string | undefined
}

const FILE = /\.[a-z]{2,4}$/

/** Returns the path of the page to choose a profile for a viewer who has a token and no profile (spec §4); else null. */
export function profileChoicePath({ url, isHttps, header }: Visit): string | null {
  const cookies = header('cookie')
  if (!cookies?.includes('session')) return null
  const path = url.split('?', 1)[0] as string
  if (FILE.test(path) || !requiresProfile(path) || !isNavigation(header)) return null
  const tokens = parseTokens(parseCookies(cookies), isHttps)
  return tokens && tokens.profile === '' ? profilePath(url, pathLanguage(path)) : null
}

/**
 * Returns headers that update the `state` cookie for the page and the tokens; none if the cookie is up to date. A reply with these
 * headers is private, so that no shared cache stores it.
 * @param current the state that the service reported, if the cookie is out of date
 */
export function stateCookieHeaders(
  { url, isHttps, header }: Visit,
  keys: KeySet,
  current?: SessionState,
): Record<string, string> {
  const cookies = header('cookie')
  if (!cookies?.includes(STATE_COOKIE) || !isNavigation(header)) return {}
  const all = parseCookies(cookies)
  const shown = readShownState(cookies)
  const currentTheme = themeFor(url.split('?', 1)[0] as string)
  const isTv = isTvAgent(header('user-agent') ?? '') && all[TV_MODE_KEY] !== 'off'
  if (!shown.user && !current) return {}
  const isSignedOut = !parseTokens(all, isHttps)
  const isOfPage = shown.currentTheme === currentTheme && shown.isTvAgent === isTv
  const isSealed = keys.length === 1 || isNewlySealed(all[STATE_COOKIE], keys)
  if (!current && !isSignedOut && isOfPage && isSealed) return {}
  const state = current ?? readSignedState(cookies, keys)
  if (!state) return {}
  // A late reply has set the cookie again after a sign-out.
  if (isSignedOut) return own('', clearedStateCookieOptions(isHttps))
  const value = sealState({ ...state, currentTheme, isTvAgent: isTv }, keys)
  return own(value, stateCookieOptions(isHttps))
}

function own(value: string, options: Parameters<typeof serialize>[2]): Record<string, string> {
  return {
    'set-cookie': serialize(STATE_COOKIE, value, options),
    'cache-control': 'private, no-cache',
  }
}

/** True if a visitor opens the page now; false for requests of scripts and prefetches. */
function isNavigation(header: Visit['header']): boolean {
  if (header('sec-purpose') ?? header('purpose')) return false
  const mode = header('sec-fetch-mode')
  return mode ? mode === 'navigate' : (header('accept') ?? '').includes('text/html')
}
