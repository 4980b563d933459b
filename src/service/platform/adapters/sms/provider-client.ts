// Sends one POST to an SMS provider. The URL may contain the key and the body a code, so errors of fetch never leave this file.
import { readBoundedText } from '../../http/bounded.ts'
import { SmsError } from './sms-error.ts'

const REPLY_BYTES = 65_536
/** Error codes that mean that no connection was made, so nothing was sent. */
const NOT_CONNECTED =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_|DEPTH_|UNABLE_|SELF_SIGNED|ERR_TLS_)/

export type Reply = { status: number; body: unknown }

/** Returns the status and the JSON of the reply, whatever the status. @throws SmsError */
export async function callProvider(
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Reply> {
  let status: number
  let text: string
  try {
    const reply = await fetch(url, {
      ...init,
      method: 'POST',
      redirect: 'manual',
    })
    status = reply.status
    text = await readBoundedText(reply.body, REPLY_BYTES)
  } catch (error) {
    const code = codeOf(error)
    throw new SmsError(NOT_CONNECTED.test(code) ? 'unreachable' : 'unclear', code)
  }
  if (status === 504 || status === 408) throw new SmsError('unclear', status)
  try {
    return { status, body: JSON.parse(text) as unknown }
  } catch {
    throw new SmsError('refused', status)
  }
}

function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  if (typeof code === 'string') return code
  return error.cause === undefined ? error.name : codeOf(error.cause)
}
