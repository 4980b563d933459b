import { z } from 'zod'
import { SMS } from '#src/contract/limits.ts'
import { baseUrl, text, url, whole } from './values.ts'

/** The companies that send messages, take payments, sign users in, sell adverts and license films. */
export const providers = {
  SMS_BASE_URL: baseUrl(),
  KAVENEGAR_API_KEY: text,
  KAVENEGAR_TEMPLATE: z.string().default('pardeh-otp'),
  KAVENEGAR_SENDER: text,
  SMSIR_API_KEY: text,
  SMSIR_TEMPLATE_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'is to be the number of a template in your SMS.ir panel')
    .optional(),
  SMSIR_LINE_NUMBER: z
    .string()
    .regex(/^\d{4,15}$/, 'is to be the digits of your SMS.ir line')
    .optional(),
  SMSIR_BASE_URL: baseUrl(),
  SMS_PER_MINUTE: whole(1, 1_000_000, SMS.perMinute),
  SMS_PER_HOUR: whole(1, 10_000_000, SMS.perHour),
  SMS_PER_DAY: whole(1, 100_000_000, SMS.perDay),

  ZARINPAL_BASE_URL: baseUrl(),
  ZARINPAL_MERCHANT_ID: z
    .guid('is to be the 36 characters of your Zarinpal merchant id')
    .optional(),
  ZIBAL_BASE_URL: baseUrl(),
  ZIBAL_MERCHANT: text,
  VANDAR_BASE_URL: baseUrl(),
  VANDAR_BUSINESS: text,
  VANDAR_TOKEN: text,

  SSO_JWKS_URL: baseUrl(),
  SSO_ISSUER: text,
  SSO_AUDIENCE: text,
  SSO_BACK_URL: url('https:', 'http:').optional(),

  VAST_URL: url('http:', 'https:').optional(),
  FFMPEG_PATH: text,
  WIDEVINE_LICENSE_URL: url('https:').optional(),
  FAIRPLAY_LICENSE_URL: url('https:').optional(),
  FAIRPLAY_CERTIFICATE_URL: url('https:').optional(),
  CAST_APP_ID: z
    .string()
    .regex(/^[\dA-F]{8}$/, 'is to be the 8 characters of a receiver in your Google Cast console')
    .optional(),
}
