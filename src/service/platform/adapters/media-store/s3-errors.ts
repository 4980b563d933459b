/**
 * Turns a failed call to S3 into a message for the operator. The SDK has already retried if that could help. Its own error is not
 * logged, since it quotes the key and the signed request.
 */
import { MediaStoreError } from './media-store.ts'

type SdkError = Error & {
  code?: string
  $metadata?: { httpStatusCode?: number; attempts?: number }
}

/** True if the error says that the file does not exist. */
export function isAbsentInS3(error: unknown): boolean {
  const { name } = error as SdkError
  return name === 'NoSuchKey' || name === 'NotFound'
}

/**
 * Returns the error for the operator.
 * @param address `s3://bucket/prefix`
 */
export function s3StoreError(error: unknown, address: string): MediaStoreError {
  const { name, code, $metadata: { httpStatusCode: status, attempts = 1 } = {} } = error as SdkError
  const why = status ? `${name}, HTTP ${status}` : (code ?? name)
  return new MediaStoreError(`${address}: ${reason(name, status)} (${why}; attempts: ${attempts})`)
}

const REASONS: Record<string, string> = {
  InvalidAccessKeyId: 'the provider does not know AWS_ACCESS_KEY_ID',
  SignatureDoesNotMatch: 'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
  AccessDenied:
    'AWS_ACCESS_KEY_ID lacks a permission: it must be able to list, read, write and delete',
  NoSuchBucket: 'the bucket does not exist; create it, or correct MEDIA_STORE',
  PermanentRedirect: 'the bucket is in another region: set S3_REGION',
  AuthorizationHeaderMalformed: 'the bucket is in another region: set S3_REGION',
  RequestTimeTooSkewed: 'the clock of this machine is wrong',
  SlowDown: 'the provider asks to slow down; try again later',
  BadDigest: 'a file was damaged in transit; try again',
}

function reason(name: string, status: number | undefined): string {
  const known = REASONS[name]
  if (known) return known
  if (status === undefined) return 'the provider cannot be reached; check S3_ENDPOINT'
  if (status === 403) return 'the provider refuses AWS_ACCESS_KEY_ID or its secret'
  return status >= 500 ? 'the provider fails; try again later' : 'the provider refuses the call'
}
