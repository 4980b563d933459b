export const STATE_COOKIE = 'state'
export const STATE_MAX_BYTES = 3_500

/** Session state of spec §3. The access and profile tokens are in a separate HttpOnly cookie. */
export type SessionState = {
  user: {
    id: string
    msisdn: string
    name: string
    family: string
    avatar: string
    is_sso_login: boolean
    sso_back_url: string | null
    conditional_flag: string[]
    subscription_remaining_in_day: number
    /** Not set in cookies of the previous version. */
    subscription_ended_at?: string | null
    /** Time of the next direct debit. Not set in cookies of the previous version. */
    next_debit_at?: string | null
  } | null
  profile: {
    id: string
    name: string
    avatar: string
    age_type: string
    is_primary: boolean
    /**
     * True if the profile has a title to continue, so that its home page reserves the row before the first paint. Not set right
     * after a switch and in cookies of the previous version.
     */
    has_unfinished?: boolean
  } | null
  currentTheme: 'dark' | 'light'
  /** Set by src/lib/tv/tv.ts from the user agent. */
  isTvAgent: boolean
  isReady: boolean
  /**
   * Digest of the tokens that the state describes (src/http/stale-state.ts); not set in cookies of the previous
   * version.
   */
  tokens?: string
}

export const ANONYMOUS: SessionState = {
  user: null,
  profile: null,
  currentTheme: 'dark',
  isTvAgent: false,
  isReady: true,
}

/** Returns a key that identifies a session by opaque ids only. */
export function sessionKey({ user, profile }: Pick<SessionState, 'user' | 'profile'>): string {
  return [user?.id ?? '', profile?.id ?? ''].join()
}

export function encodeState(state: SessionState): string {
  const bytes = new TextEncoder().encode(JSON.stringify(state))
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '')
}

/** Reads the cookie without verifying its signature: for display only, never for access decisions. */
export function readStateCookie(cookies: string): SessionState {
  return readStateValue(new RegExp(`(?:^|; )${STATE_COOKIE}=([^;]+)`).exec(cookies)?.[1])
}

/** Parses the value of the cookie, like `readState`. */
function readStateValue(value: string | undefined): SessionState {
  const payload = value?.split('.')[0]
  if (!payload) return ANONYMOUS
  try {
    const binary = atob(payload.replace(/-/g, '+').replace(/_/g, '/'))
    const json = new TextDecoder().decode(Uint8Array.from(binary, char => char.charCodeAt(0)))
    return { ...ANONYMOUS, ...(JSON.parse(json) as SessionState) }
  } catch {
    return ANONYMOUS
  }
}
