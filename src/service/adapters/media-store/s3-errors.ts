/**
 * What the operator is told of a failed call to S3. The SDK has tried again by then where that could help. Its own error stays out of
 * the log: it quotes the key and what was signed.
 */
import { MediaStoreError } from './media-store.ts'

type SdkError = Error & {
  code?: string
  $metadata?: { httpStatusCode?: number; attempts?: number }
}

export function isAbsent(error: unknown): boolean {
  const { name } = error as SdkError
  return name === 'NoSuchKey' || name === 'NotFound'
}

/** @param address `s3://bucket/prefix` */
export function storeError(error: unknown, address: string): MediaStoreError {
  const { name, code, $metadata: { httpStatusCode: status, attempts = 1 } = {} } = error as SdkError
  const why = status ? `${name}, HTTP ${status}` : (code ?? name)
  return new MediaStoreError(`${address}: ${reason(name, status)} (${why}; attempts: ${attempts})`)
}

const REASONS: Record<string, string> = {
  InvalidAccessKeyId: 'the provider does not know AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY is not that of AWS_ACCESS_KEY_ID',
  AccessDenied: 'AWS_ACCESS_KEY_ID may not do this: it needs to list, read, write and delete',
  NoSuchBucket: 'there is no such bucket; make it first, or correct MEDIA_STORE',
  PermanentRedirect: 'the bucket is in another region: set S3_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region: set S3_REGION',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  SlowDown: 'the provider asks to slow down; try again later',
  BadDigest: 'a file was damaged on its way; try again',
}

function reason(name: string, status: number | undefined): string {
  const known = REASONS[name]
  if (known) return known
  if (status === undefined) return 'the provider cannot be reached; see S3_ENDPOINT'
  if (status === 403) return 'the provider refuses AWS_ACCESS_KEY_ID or its secret'
  return status >= 500 ? 'the provider fails; try again later' : 'the provider refuses the call'
}
