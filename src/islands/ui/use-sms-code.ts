import { useState } from 'react'
import { createSmsCode, type RequestCode, type SmsCode } from '#src/lib/session/sms-code.store.ts'

/** A code by SMS for what a form confirms; `ask` sends it. */
export function useSmsCode(ask: RequestCode): SmsCode {
  const [flow] = useState(() => createSmsCode(ask, () => Date.now()))
  return flow
}
