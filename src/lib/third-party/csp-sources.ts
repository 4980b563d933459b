/** CSP sources of configured third parties: trust seals, tag manager, chat. None by default. */

export type ThirdParties = {
  TAG_MANAGER_ID?: string | undefined
  CHAT_WIDGET_URL?: string | undefined
  ENAMAD_ID?: string | undefined
  SAMANDEHI_ID?: string | undefined
}
type Sources = {
  script: string[]
  directives: Array<`${'connect' | 'img' | 'frame'}-src ${string}`>
}

const TAG_MANAGER = 'https://www.googletagmanager.com'
const ANALYTICS = 'https://*.google-analytics.com https://*.analytics.google.com'

export function thirdPartySources(settings: ThirdParties): Sources {
  const script: string[] = []
  const connect: string[] = []
  const img: string[] = []
  const frame: string[] = []
  if (settings.ENAMAD_ID) img.push('https://trustseal.enamad.ir')
  if (settings.SAMANDEHI_ID) img.push('https://logo.samandehi.ir')
  if (settings.TAG_MANAGER_ID) {
    script.push(TAG_MANAGER)
    connect.push(TAG_MANAGER, ANALYTICS)
    img.push(TAG_MANAGER, ANALYTICS)
  }
  if (settings.CHAT_WIDGET_URL) {
    const { origin, host } = new URL(settings.CHAT_WIDGET_URL)
    script.push(origin)
    connect.push(origin, `wss://${host}`)
    img.push(origin)
    frame.push(origin)
  }
  return {
    script,
    directives: [
      ...(connect.length > 0 ? [`connect-src ${connect.join(' ')}` as const] : []),
      ...(img.length > 0 ? [`img-src ${img.join(' ')}` as const] : []),
      ...(frame.length > 0 ? [`frame-src ${frame.join(' ')}` as const] : []),
    ],
  }
}
