export const STATE_COOKIE = 'state'
export const STATE_MAX_BYTES = 3_500

/** Session state of spec §3; the access and profile tokens stay in an HttpOnly cookie beside it. */
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
    /** Unset in a cookie of the version before. */
    subscription_ended_at?: string | null
  } | null
  profile: {
    id: string
    name: string
    avatar: string
    age_type: string
    is_primary: boolean
  } | null
  currentTheme: 'dark' | 'light'
  /** By src/lib/tv/tv.ts, from the user agent. */
  isTvAgent: boolean
  isReady: boolean
  /** A digest of the tokens that it describes (src/http/stale-state.ts); unset in a cookie of the version before. */
  tokens?: string
}

export const ANONYMOUS: SessionState = {
  user: null,
  profile: null,
  currentTheme: 'dark',
  isTvAgent: false,
  isReady: true,
}

/** Identifies a session by opaque ids only. */
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
export function readState(cookies: string): SessionState {
  return readStateValue(new RegExp(`(?:^|; )${STATE_COOKIE}=([^;]+)`).exec(cookies)?.[1])
}

/** Like `readState`, for the cookie's value. */
export function readStateValue(value: string | undefined): SessionState {
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
