const TV = /SmartTV|Smart-TV|Tizen|Web0?OS|BRAVIA|HbbTV|Android ?TV|GoogleTV/i
/** In this browser's storage: 'on' or 'off', once its viewer has chosen. */
export const TV_MODE_KEY = 'tv-mode'

/** Spec §4: named televisions, and Android that is neither Mobile nor Tab. */
export function isTvAgent(userAgent: string): boolean {
  return TV.test(userAgent) || (/Android/i.test(userAgent) && !/Mobile|Tab/i.test(userAgent))
}

/** Only these can install the app that the TV banner offers. */
export function isAndroidTv(userAgent: string): boolean {
  return isTvAgent(userAgent) && /Android|BRAVIA|GoogleTV/i.test(userAgent)
}

/** Whether this browser is in TV mode; known before the shell's script has come. */
export function isTvMode(): boolean {
  return isTvAgent(navigator.userAgent) && localStorage.getItem(TV_MODE_KEY) !== 'off'
}
