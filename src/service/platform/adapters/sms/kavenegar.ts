// Kavenegar's REST API: verify/lookup fills the code into a text approved in its panel, sms/send takes any text.
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { callProvider } from './provider-client.ts'
import type { Sms, SmsProvider } from './sms.ts'
import { SmsError, type SmsFailure } from './sms-error.ts'

export const KAVENEGAR_URL = 'https://api.kavenegar.com'
const DONE = 200
/** Codes for which a retry of the same message is useless. All others may be temporary: https://kavenegar.com/rest.html#result */
export const KAVENEGAR_FAILURES: Record<number, SmsFailure> = {
  411: 'number', // no valid receptor
  413: 'message', // empty or too long
  420: 'message', // links are not allowed
  422: 'message', // characters are not allowed
  424: 'message', // no such template, or not approved yet
  431: 'message', // the code does not fit the template
  432: 'message', // the template has no place for the code
}

const Reply = z.object({ return: z.object({ status: z.number() }) })

export function kavenegar(env: Env): SmsProvider | null {
  const apiKey = env.KAVENEGAR_API_KEY
  if (!apiKey) return null
  const base = `${env.SMS_BASE_URL ?? KAVENEGAR_URL}/v1/${apiKey}`
  return {
    name: 'kavenegar',
    sends: () => true,
    async send(message, signal) {
      const [path, fields] = message.code
        ? ['verify/lookup', lookupFields(env, message, message.code)]
        : ['sms/send', sendFields(env, message)]
      const { status, body } = await callProvider(`${base}/${path}.json`, {
        body: new URLSearchParams(fields),
        signal,
      })
      const reply = Reply.safeParse(body)
      // The HTTP status repeats the status in the body, if there is a body.
      const code = reply.success ? reply.data.return.status : status
      if (reply.success && code === DONE) return
      throw new SmsError(KAVENEGAR_FAILURES[code] ?? 'refused', code)
    },
  }
}

/** `token2` is the code in the last line of the text, `@host #code`. */
function lookupFields(env: Env, { to }: Sms, code: string): Record<string, string> {
  return { receptor: to, template: env.KAVENEGAR_TEMPLATE, token: code, token2: code }
}

function sendFields(env: Env, { to, text }: Sms): Record<string, string> {
  const fields = { receptor: to, message: text }
  return env.KAVENEGAR_SENDER ? { ...fields, sender: env.KAVENEGAR_SENDER } : fields
}
