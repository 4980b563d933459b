import { z } from 'zod'
import { SMS } from '#src/contract/limits.ts'
import { baseUrlSetting, textSetting, urlSetting, wholeNumberSetting } from './values.ts'

/** The companies that send messages, take payments, sign users in, sell adverts and license films. */
export const providerSettings = {
  SMS_BASE_URL: baseUrlSetting(),
  KAVENEGAR_API_KEY: textSetting,
  KAVENEGAR_TEMPLATE: z.string().default('pardeh-otp'),
  KAVENEGAR_SENDER: textSetting,
  SMSIR_API_KEY: textSetting,
  SMSIR_TEMPLATE_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number of a template in your SMS.ir panel')
    .optional(),
  SMSIR_LINE_NUMBER: z
    .string()
    .regex(/^\d{4,15}$/, 'must be the digits of your SMS.ir line')
    .optional(),
  SMSIR_BASE_URL: baseUrlSetting(),
  SMS_PER_MINUTE: wholeNumberSetting(1, 1_000_000, SMS.perMinute),
  SMS_PER_HOUR: wholeNumberSetting(1, 10_000_000, SMS.perHour),
  SMS_PER_DAY: wholeNumberSetting(1, 100_000_000, SMS.perDay),

  ZARINPAL_BASE_URL: baseUrlSetting(),
  ZARINPAL_MERCHANT_ID: z.guid('must be the 36 characters of your Zarinpal merchant id').optional(),
  ZIBAL_BASE_URL: baseUrlSetting(),
  ZIBAL_MERCHANT: textSetting,
  VANDAR_BASE_URL: baseUrlSetting(),
  VANDAR_BUSINESS: textSetting,
  VANDAR_TOKEN: textSetting,

  SSO_JWKS_URL: baseUrlSetting(),
  SSO_ISSUER: textSetting,
  SSO_AUDIENCE: textSetting,
  SSO_BACK_URL: urlSetting('https:', 'http:').optional(),

  VAST_URL: urlSetting('http:', 'https:').optional(),
  FFMPEG_PATH: textSetting,
  WIDEVINE_LICENSE_URL: urlSetting('https:').optional(),
  FAIRPLAY_LICENSE_URL: urlSetting('https:').optional(),
  FAIRPLAY_CERTIFICATE_URL: urlSetting('https:').optional(),
  CAST_APP_ID: z
    .string()
    .regex(/^[\dA-F]{8}$/, 'must be the 8 characters of a receiver in your Google Cast console')
    .optional(),
}
