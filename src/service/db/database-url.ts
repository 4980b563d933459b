/** What the URL of a database says about TLS, and what to do when a first connection fails. */
import { existsSync } from 'node:fs'
import { StartError } from '../start-error.ts'

const VERIFIED = ['prefer', 'require', 'verify-ca', 'verify-full']

/** Every mode but `disable` and `no-verify` checks the server's certificate and its host name. @throws StartError */
export function normalUrl(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed) return url
  const { searchParams } = parsed
  if (VERIFIED.includes(searchParams.get('sslmode') ?? ''))
    searchParams.set('sslmode', 'verify-full')
  const root = searchParams.get('sslrootcert')
  // The authorities that Node brings.
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

/** The failure of the first connection as an operator's error where it is known, else as it was. */
export function connectionFailure(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const { code = '' } = error as { code?: string }
  const cause = { cause: error }
  if (UNTRUSTED.test(code)) {
    return new StartError(
      `The certificate of the database server is not trusted (${code}). Name its authority by sslrootcert=/path/ca.crt ` +
        'in the URL, and the server by a host name of its certificate.',
      cause,
    )
  }
  if (/does not support SSL/.test(error.message))
    return new StartError('The URL asks for TLS, and the database server has none.', cause)
  if (/unsupported startup parameter/.test(error.message)) {
    return new StartError(
      'DATABASE_URL names a connection pooler, which takes no settings at the start of a connection. ' +
        'Set DATABASE_DIRECT_URL to the server itself.',
      cause,
    )
  }
  return error
}
