// Kavenegar's REST API: verify/lookup fills the code into a text approved in its panel, sms/send takes any text.
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { callProvider } from './provider-client.ts'
import type { Sms, SmsProvider } from './sms.ts'
import { SmsError } from './sms-error.ts'

const BASE_URL = 'https://api.kavenegar.com'
const DONE = 200
const BAD_NUMBER = 411

const Reply = z.object({ return: z.object({ status: z.number() }) })

export function kavenegar(env: Env): SmsProvider | null {
  const apiKey = env.KAVENEGAR_API_KEY
  if (!apiKey) return null
  const base = `${env.SMS_BASE_URL ?? BASE_URL}/v1/${apiKey}`
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
      // The status of the reply says the same as the body, where there is one.
      const code = reply.success ? reply.data.return.status : status
      if (reply.success && code === DONE) return
      throw new SmsError(code === BAD_NUMBER ? 'number' : 'refused', code)
    },
  }
}

/** token2 stands in the text's last line, `@host #code`. */
function lookupFields(env: Env, { to }: Sms, code: string): Record<string, string> {
  return { receptor: to, template: env.KAVENEGAR_TEMPLATE, token: code, token2: code }
}

function sendFields(env: Env, { to, text }: Sms): Record<string, string> {
  const fields = { receptor: to, message: text }
  return env.KAVENEGAR_SENDER ? { ...fields, sender: env.KAVENEGAR_SENDER } : fields
}
