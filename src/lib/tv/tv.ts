/**
 * The one definition of a TV (spec §4). The device is a TV by its user agent: the server and the player's
 * engine ask that. TV mode is on for every TV until its viewer turns it off: pages and the player's UI
 * ask that.
 */
const TV = /SmartTV|Smart-TV|Tizen|Web0?OS|BRAVIA|HbbTV|Android ?TV|GoogleTV/i
/** Key in localStorage: 'on' or 'off', after the viewer has chosen. */
export const TV_MODE_KEY = 'tv-mode'

export function isTvAgent(userAgent: string): boolean {
  return TV.test(userAgent) || (/Android/i.test(userAgent) && !/Mobile|Tab/i.test(userAgent))
}

/** TVs that can install the Android app. */
export function isAndroidTv(userAgent: string): boolean {
  return isTvAgent(userAgent) && /Android|BRAVIA|GoogleTV/i.test(userAgent)
}

/** Whether this browser is in TV mode. Browser only. */
export function isTvMode(): boolean {
  return isTvAgent(navigator.userAgent) && localStorage.getItem(TV_MODE_KEY) !== 'off'
}
