/** The certificate that a server shows, whether it is trusted or not. */
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

export type Certificate = {
  /** ms since 1970 */
  endsAt: number
  /** Why it is not trusted. */
  problem: string | null
}

/** @throws where no connection is made, or `signal` aborts before */
export async function certificateOf(
  { hostname, port }: URL,
  signal: AbortSignal,
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  // What is wrong with the certificate is told, not thrown.
  const socket = connect({
    host,
    port: Number(port || 443),
    ...(isIP(host) ? {} : { servername: host }),
    rejectUnauthorized: false,
  })
  try {
    await once(socket, 'secureConnect', { signal })
    return {
      endsAt: Date.parse(socket.getPeerCertificate().valid_to),
      problem: socket.authorized ? null : String(socket.authorizationError),
    }
  } finally {
    socket.destroy()
  }
}
