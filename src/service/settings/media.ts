import { z } from 'zod'
import { baseUrl, text } from './values.ts'

/** Where pictures and streams are kept, and who serves them. */
export const media = {
  MEDIA_BASE_URL: baseUrl(),
  MEDIA_SECRET: z
    .string()
    .regex(
      /^[\w-]{24,}$/,
      'is to have 24 letters, digits, - or _, or more; `openssl rand -hex 32` makes one',
    )
    .optional(),

  MEDIA_STORE: z
    .string()
    .regex(
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9][\w.-]*)*\/?$/,
      'is to be a bucket, with a folder or without, as in s3://bucket/folder; leave it out for DATA_DIR',
    )
    .optional(),
  S3_ENDPOINT: baseUrl(),
  S3_REGION: z.string().default('us-east-1'),
  AWS_ACCESS_KEY_ID: text,
  AWS_SECRET_ACCESS_KEY: text,
}

/** What is missing for MEDIA_STORE, in every mode. */
export function missingForMedia(given: Map<string, string>): string[] {
  const isComplete = given.has('AWS_ACCESS_KEY_ID') && given.has('AWS_SECRET_ACCESS_KEY')
  if (!given.has('MEDIA_STORE') || isComplete) return []
  return [
    'AWS_ACCESS_KEY_ID or AWS_SECRET_ACCESS_KEY is missing: MEDIA_STORE needs a key that may list, read, write and delete',
  ]
}
