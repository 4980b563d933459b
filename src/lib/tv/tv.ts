/**
 * The one definition of a TV (spec §4). A device is a TV by its user agent: for the session state, and for
 * the buffers of the player's engine. TV mode is on for every TV until its viewer turns it off: for pages
 * and the player's controls.
 */
const TV = /SmartTV|Smart-TV|Tizen|Web0?OS|BRAVIA|HbbTV|Android ?TV|GoogleTV/i
/** Key in localStorage, and name of a cookie: 'on' or 'off', after the viewer has chosen. */
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
