// SMS.ir's REST API v1: send/verify fills the code into a template of its panel, send/bulk sends any text from a line.
import { z } from 'zod'
import type { Env } from '../../env.ts'
import { callProvider } from './provider-client.ts'
import type { Sms, SmsProvider } from './sms.ts'
import { SmsError, type SmsFailure } from './sms-error.ts'

export const SMSIR_URL = 'https://api.sms.ir'
const DONE = 1
/** Codes for which a retry of the same message is useless. All others may be temporary: https://sms.ir/rest-api */
export const SMS_IR_FAILURES: Record<number, SmsFailure> = {
  103: 'message', // no text
  104: 'number', // no valid number
  113: 'message', // no such template
  114: 'message', // a parameter is too long
  115: 'number', // the recipient blocks messages
  116: 'message', // a parameter without a name
  117: 'message', // the text is not approved
}

const Reply = z.object({ status: z.number() })

export function smsIr(env: Env): SmsProvider | null {
  const { SMSIR_API_KEY: apiKey, SMSIR_TEMPLATE_ID: templateId, SMSIR_LINE_NUMBER: line } = env
  if (!apiKey) return null
  const base = `${env.SMSIR_BASE_URL ?? SMSIR_URL}/v1/send`
  return {
    name: 'sms.ir',
    sends: ({ code }) => Boolean(code === undefined ? line : templateId),
    async send(message, signal) {
      const { code } = message
      const [path, body] =
        code === undefined
          ? ['bulk', bulkBody(message, Number(line))]
          : ['verify', verifyBody(message, code, Number(templateId))]
      const answer = await callProvider(`${base}/${path}`, {
        headers: {
          'X-API-KEY': apiKey,
          'Content-Type': 'application/json',
          Accept: 'application/json',
        },
        body: JSON.stringify(body),
        signal,
      })
      const reply = Reply.safeParse(answer.body)
      const status = reply.success ? reply.data.status : answer.status
      if (reply.success && status === DONE) return
      throw new SmsError(SMS_IR_FAILURES[status] ?? 'refused', status)
    },
  }
}

/** The template has one parameter, CODE, in the sentence and in the last line, `@host #code`. */
function verifyBody({ to }: Sms, code: string, templateId: number) {
  return { mobile: to, templateId, parameters: [{ name: 'CODE', value: code }] }
}

function bulkBody({ to, text }: Sms, lineNumber: number) {
  return { lineNumber, messageText: text, mobiles: [to], sendDateTime: null }
}
