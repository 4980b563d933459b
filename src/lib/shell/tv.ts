const TV = /SmartTV|Smart-TV|Tizen|Web0?OS|BRAVIA|HbbTV|Android ?TV|GoogleTV/i

/** Spec §4: named televisions, and Android that is neither Mobile nor Tab. */
export function isTvAgent(userAgent: string): boolean {
  return TV.test(userAgent) || (/Android/i.test(userAgent) && !/Mobile|Tab/i.test(userAgent))
}

/** Only these can install the app that the TV banner offers. */
export function isAndroidTv(userAgent: string): boolean {
  return isTvAgent(userAgent) && /Android|BRAVIA|GoogleTV/i.test(userAgent)
}
