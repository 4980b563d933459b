import { z } from 'zod'
import { baseUrlSetting, textSetting, wholeNumberSetting } from './values.ts'

/** Storage of pictures and streams, and the server that sends them. */
export const mediaSettings = {
  MEDIA_BASE_URL: baseUrlSetting(),
  MEDIA_SECRET: z
    .string()
    .regex(
      /^[\w-]{24,}$/,
      'must have 24 or more letters, digits, - or _; `openssl rand -hex 32` creates one',
    )
    .optional(),

  MEDIA_STORE: z
    .string()
    .regex(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9][\w.-]*)*\/?$/,
      'must be a bucket, with or without a folder, such as s3://bucket/folder; leave it out for DATA_DIR',
    )
    .optional(),
  S3_ENDPOINT: baseUrlSetting(),
  S3_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: textSetting,
  AWS_SECRET_ACCESS_KEY: textSetting,

  /** Limits of the videos that editors upload. */
  UPLOAD_MAX_GB: wholeNumberSetting(1, 10_000, 100),
  UPLOAD_KEEP_FREE_GB: wholeNumberSetting(0, 100_000, 10),
}

/** Lists what is missing for MEDIA_STORE, in every mode. */
export function missingForMedia(given: Map<string, string>): string[] {
  const isComplete = given.has('AWS_ACCESS_KEY_ID') && given.has('AWS_SECRET_ACCESS_KEY')
  if (!given.has('MEDIA_STORE') || isComplete) return []
  return [
    'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is missing: MEDIA_STORE needs a key that may list, read, write and delete',
  ]
}
