// Kavenegar's REST API: verify/lookup fills the code into a text approved in its panel, sms/send takes any text.
import { FetchError, ofetch } from 'ofetch'
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { Refusal } from '../../http/refusal.ts'
import type { Sms, SmsSender } from './sms.ts'

const BASE_URL = 'https://api.kavenegar.com'
const TIMEOUT_MS = 8_000

const Reply = z.object({ return: z.object({ status: z.number(), message: z.string().optional() }) })

export function kavenegar(env: Env, apiKey: string): SmsSender {
  const base = `${env.SMS_BASE_URL ?? BASE_URL}/v1/${apiKey}`
  return {
    async send(message) {
      const [path, fields] = message.code
        ? ['verify/lookup', lookupFields(env, message, message.code)]
        : ['sms/send', sendFields(env, message)]
      const reply = await post(`${base}/${path}.json`, fields)
      if (reply.return.status !== 200) throw new Refusal('gateway_unavailable')
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

async function post(url: string, fields: Record<string, string>) {
  try {
    const reply = await ofetch(url, {
      method: 'POST',
      body: new URLSearchParams(fields),
      timeout: TIMEOUT_MS,
      retry: 0,
      parseResponse: text => JSON.parse(text) as unknown,
    })
    return Reply.parse(reply)
  } catch (error) {
    // The URL holds the key: the error itself is not kept.
    const isLate = error instanceof FetchError && /timeout|abort/i.test(error.message)
    throw new Refusal(isLate ? 'gateway_timeout' : 'gateway_unavailable')
  }
}
