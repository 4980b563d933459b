/** A text message. */
export type Sms = {
  /** Mobile number, `09…`. */
  to: string
  /** Purpose, such as `login`. */
  kind: string
  text: string
  /** One-time code: providers put it into a template. */
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
  /** True if the provider's settings allow it to send this message. */
  sends: (message: Sms) => boolean
}
