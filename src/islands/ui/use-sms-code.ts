import { useState } from 'react'
import { createSmsCode, type RequestCode, type SmsCode } from '#src/lib/session/sms-code.store.ts'

/** Returns the state of a one-time code for a form. `ask` requests the code. */
export function useSmsCode(ask: RequestCode): SmsCode {
  const [flow] = useState(() => createSmsCode(ask, () => Date.now()))
  return flow
}
