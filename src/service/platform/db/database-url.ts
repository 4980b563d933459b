/** TLS options in a database URL, and help if the first connection fails. */
import { existsSync } from 'node:fs'
import { StartError } from '../start-error.ts'

const VERIFIED = ['prefer', 'require', 'verify-ca', 'verify-full']

/**
 * Returns the URL with verification turned on: every mode but `disable` and `no-verify` checks the server's certificate and host name.
 * @throws StartError if the file of `sslrootcert` does not exist
 */
export function normalUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const { searchParams } = parsed
  if (VERIFIED.includes(searchParams.get('sslmode') ?? ''))
    searchParams.set('sslmode', 'verify-full')
  const root = searchParams.get('sslrootcert')
  // `system` means the certificate authorities built into Node.
  if (root === 'system') {
    searchParams.delete('sslrootcert')
    if (!searchParams.has('sslmode')) searchParams.set('sslmode', 'verify-full')
  } else if (root && !existsSync(root)) {
    throw new StartError(`The file ${root} of sslrootcert in the database URL does not exist.`)
  }
  return parsed.href
}

const UNTRUSTED =
  /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_CERT)/

/** Returns a StartError with advice if the cause of the failure is known, otherwise the error itself. */
export function connectionFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '' } = error as { code?: string }
  const cause = { cause: error }
  if (UNTRUSTED.test(code)) {
    return new StartError(
      `The certificate of the database server is not trusted (${code}). Add sslrootcert=/path/ca.crt with its authority ` +
        'to the URL, and use a host name that the certificate contains.',
      cause,
    )
  }
  if (/does not support SSL/.test(error.message))
    return new StartError(
      'The database URL requires TLS, but the database server does not support it.',
      cause,
    )
  if (/unsupported startup parameter/.test(error.message)) {
    return new StartError(
      'DATABASE_URL points to a connection pooler that accepts no settings at the start of a connection. ' +
        'Set DATABASE_DIRECT_URL to the address of the server.',
      cause,
    )
  }
  return error
}
