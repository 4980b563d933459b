import type { Database } from '../../db/open.ts'
import type { Env } from '../../env.ts'
import { kavenegar } from './kavenegar.ts'
import { outbox } from './outbox.ts'

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
  /** @throws Refusal gateway_unavailable, gateway_timeout */
  send: (message: Sms) => Promise<void>
}

/** Kavenegar with a key; the demo's outbox without one. */
export function smsSender(env: Env, db: Database): SmsSender {
  return env.KAVENEGAR_API_KEY ? kavenegar(env, env.KAVENEGAR_API_KEY) : outbox(db)
}
