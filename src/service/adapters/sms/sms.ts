/** What a message is, and what sends it. */
export type Sms = {
  /** 09… */
  to: string
  /** What it is about, such as `login`. */
  kind: string
  text: string
  /** With a code, providers fill it into a text that they know. */
  code?: string
}
export type SmsSender = {
  /** @throws SmsError */
  send: (message: Sms) => Promise<void>
}
export type SmsProvider = {
  name: 'kavenegar' | 'sms.ir'
  /** @throws SmsError */
  send: (message: Sms, signal: AbortSignal) => Promise<void>
  /** Whether its settings let it send this one. */
  sends: (message: Sms) => boolean
}
