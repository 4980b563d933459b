/**
 * The one definition of a TV (spec §4). The user agent identifies a TV, for the session state and the buffers of the
 * player's engine. TV mode, which affects pages and player controls, is on for every TV until its viewer turns it off.
 */
import { deviceStorage } from '../storage/web-storage.ts'

const TV = /SmartTV|Smart-TV|Tizen|Web0?OS|BRAVIA|HbbTV|Android ?TV|GoogleTV/i
/** Key in localStorage and name of a cookie: 'on' or 'off' once the viewer has chosen. */
export const TV_MODE_KEY = 'tv-mode'

export function isTvAgent(userAgent: string): boolean {
  return TV.test(userAgent) || (/Android/i.test(userAgent) && !/Mobile|Tab/i.test(userAgent))
}

/** True for TVs that can install the Android app. */
export function isAndroidTv(userAgent: string): boolean {
  return isTvAgent(userAgent) && /Android|BRAVIA|GoogleTV/i.test(userAgent)
}

/** True if this browser is in TV mode. Browser only. */
export function isTvMode(): boolean {
  return isTvAgent(navigator.userAgent) && deviceStorage.get(TV_MODE_KEY) !== 'off'
}
