/** Reads the certificate of a server, trusted or not. */
import { once } from 'node:events'
import { isIP } from 'node:net'
import { connect } from 'node:tls'

export type Certificate = {
  /** Milliseconds since 1970. */
  endsAt: number
  /** The reason why the certificate is not trusted, or null. */
  problem: string | null
}

/** @throws if the connection fails, or `signal` aborts first */
export async function readCertificate(
  { hostname, port }: URL,
  signal: AbortSignal,
): Promise<Certificate> {
  const host = hostname.replace(/^\[|\]$/g, '')
  // A problem with the certificate is returned, not thrown.
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
