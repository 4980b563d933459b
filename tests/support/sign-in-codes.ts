import { sendOtp } from '#src/contract/endpoints/session.ts'
import type { TestService } from './service.ts'

/** Requests a sign-in code after resetting the limits of the number. */
export async function aCode(service: TestService, msisdn: string) {
  await forgetCodeLimits(service, msisdn)
  const { tracker_id } = await service.api(sendOtp, { params: { msisdn } })
  return { tracker_id, otp: await lastCode(service, msisdn) }
}

export async function lastCode(service: TestService, msisdn: string): Promise<string> {
  const [message] = await service.outbox(msisdn)
  if (!message?.code) throw new Error(`no code was sent to ${msisdn}`)
  return message.code
}

export async function forgetCodeLimits(service: TestService, msisdn: string): Promise<void> {
  for (const name of ['otp-minute', 'otp-hour', 'otp-total', 'otp-known-hour'])
    await service.deps.limits.forget(name, msisdn)
  await service.deps.limits.forget('otp-address', '127.0.0.1')
}

/** Returns another code of the same length. */
export function otherThan(code: string): string {
  return code.replace(/\d$/, digit => String((Number(digit) + 1) % 10))
}
