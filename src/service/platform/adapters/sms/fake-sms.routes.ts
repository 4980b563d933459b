// The outbox of the demo speaks the HTTP APIs of Kavenegar and SMS.ir, so that a rehearsal of production can send through it. Any key is
// accepted.
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { Msisdn } from '#src/contract/fields.ts'
import type { Deps } from '../../deps.ts'
import { BodyTooLong, readBoundedText } from '../../http/bounded.ts'
import type { ServiceEnv } from '../../http/router.ts'
import { outboxSender } from './outbox.ts'
import type { Sms } from './sms.ts'

/** The values of SMS_BASE_URL and SMSIR_BASE_URL end in these paths. */
export const FAKE_KAVENEGAR_PATH = '/fake/kavenegar'
export const FAKE_SMS_IR_PATH = '/fake/sms-ir'

const BODY_BYTES = 16_384
const KIND = 'rehearsal'
/** Statuses of Kavenegar, which are also the HTTP statuses of its replies. */
const KAVENEGAR = { done: 200, receptor: 411, text: 413, template: 424, token: 431 }
/** Statuses of SMS.ir. */
const SMS_IR = {
  done: 1,
  line: 102,
  text: 103,
  mobile: 104,
  template: 113,
  parameter: 116,
}

/** Routes of both companies as part of the site; none in production. */
export function fakeSmsRoutes({ db, env }: Pick<Deps, 'db' | 'env'>): Hono<ServiceEnv> {
  const app = new Hono<ServiceEnv>({ strict: false })
  if (env.MODE === 'production') return app
  const store = (message: Omit<Sms, 'kind'>) => outboxSender(db).send({ ...message, kind: KIND })

  app.post(`${FAKE_KAVENEGAR_PATH}/v1/:key/verify/lookup.json`, async c => {
    const fields = new URLSearchParams(await textOf(c))
    const to = Msisdn.safeParse(fields.get('receptor'))
    const [template, code] = [fields.get('template') ?? '', fields.get('token') ?? '']
    if (!to.success) return kavenegarReply(KAVENEGAR.receptor)
    if (!template) return kavenegarReply(KAVENEGAR.template)
    if (!/^\S{1,100}$/.test(code)) return kavenegarReply(KAVENEGAR.token)
    await store({ to: to.data, text: `${template}: ${code}`, code })
    return kavenegarReply(KAVENEGAR.done, to.data)
  })
  app.post(`${FAKE_KAVENEGAR_PATH}/v1/:key/sms/send.json`, async c => {
    const fields = new URLSearchParams(await textOf(c))
    const to = Msisdn.safeParse(fields.get('receptor'))
    const text = fields.get('message') ?? ''
    if (!to.success) return kavenegarReply(KAVENEGAR.receptor)
    if (!text || text.length > 900) return kavenegarReply(KAVENEGAR.text)
    await store({ to: to.data, text })
    return kavenegarReply(KAVENEGAR.done, to.data)
  })

  app.post(`${FAKE_SMS_IR_PATH}/v1/send/verify`, async c => {
    const message = Verify.safeParse(jsonOf(await textOf(c)))
    if (!message.success) return smsIrReply(SMS_IR.parameter)
    const { mobile, templateId, parameters } = message.data
    const to = Msisdn.safeParse(mobile)
    const code = parameters.find(({ name }) => name === 'CODE')?.value
    if (!to.success) return smsIrReply(SMS_IR.mobile)
    if (templateId <= 0) return smsIrReply(SMS_IR.template)
    if (!code) return smsIrReply(SMS_IR.parameter)
    await store({ to: to.data, text: `${templateId}: ${code}`, code })
    return smsIrReply(SMS_IR.done)
  })
  app.post(`${FAKE_SMS_IR_PATH}/v1/send/bulk`, async c => {
    const message = Bulk.safeParse(jsonOf(await textOf(c)))
    if (!message.success) return smsIrReply(SMS_IR.text)
    const { lineNumber, messageText: text, mobiles } = message.data
    const numbers = mobiles.map(mobile => Msisdn.safeParse(mobile))
    if (lineNumber <= 0) return smsIrReply(SMS_IR.line)
    if (!text) return smsIrReply(SMS_IR.text)
    if (numbers.some(({ success }) => !success)) return smsIrReply(SMS_IR.mobile)
    for (const { data: to } of numbers) if (to) await store({ to, text })
    return smsIrReply(SMS_IR.done)
  })
  return app
}

const Verify = z.object({
  mobile: z.string(),
  templateId: z.number(),
  parameters: z.array(z.object({ name: z.string(), value: z.string().max(25) })),
})
const Bulk = z.object({
  lineNumber: z.number(),
  messageText: z.string().max(2_000),
  mobiles: z.array(z.string()).min(1).max(100),
})

/** Returns the body; empty if it is too long. */
async function textOf(c: Context): Promise<string> {
  try {
    return await readBoundedText(c.req.raw.body, BODY_BYTES)
  } catch (error) {
    if (error instanceof BodyTooLong) return ''
    throw error
  }
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

function kavenegarReply(status: number, receptor?: string): Response {
  const entries = receptor ? [{ messageid: 1, status: 5, receptor }] : null
  const body = { return: { status, message: '' }, entries }
  return Response.json(body, { status, headers: { 'Cache-Control': 'no-store' } })
}

/** SMS.ir answers 400 to rejected messages. */
function smsIrReply(status: number): Response {
  const isDone = status === SMS_IR.done
  const body = { status, message: '', data: isDone ? { messageId: 1, cost: 1 } : null }
  return Response.json(body, {
    status: isDone ? 200 : 400,
    headers: { 'Cache-Control': 'no-store' },
  })
}
