import { resolve } from 'node:path'
import { z } from 'zod'
import { listSetting, textSetting, urlSetting } from './values.ts'

/** May have a wildcard for hosts below a domain, but not for a whole top-level domain. */
const ORIGIN = /^https:\/\/(\*\.)?[a-z\d-]+(\.[a-z\d-]+)+(:\d{1,5})?$/i

const PACKAGE = /^[a-z][a-z\d_]*(\.[a-z][a-z\d_]*)+$/i
const FINGERPRINT = /^([\dA-F]{2}:){31}[\dA-F]{2}$/
/** Apple's team prefix, and the bundle. */
const BUNDLE = /^[A-Z\d]{10}\.[A-Za-z\d-]+(\.[A-Za-z\d-]+)+$/

function isContact(uri: string): boolean {
  const [, email] = /^mailto:(.*)$/.exec(uri) ?? []
  if (email !== undefined) return z.email().safeParse(email).success
  return /^tel:\+\d{6,15}$/.test(uri) || URL.parse(uri)?.protocol === 'https:'
}

/** The company's data on pages, and third parties whose scripts they load. */
export const siteSettings = {
  API_DOCS: z
    .enum(['on', 'off'], 'must be on or off; leave it out for off, which is on in the demo')
    .optional(),
  TAG_MANAGER_ID: z
    .string()
    .regex(/^GTM-[A-Z0-9]{4,12}$/, 'must look like GTM-ABC1234')
    .optional(),
  CHAT_WIDGET_URL: urlSetting('https:').optional(),
  THIRD_PARTY_ORIGINS: listSetting().refine(
    list => list.every(origin => ORIGIN.test(origin)),
    'must be a list of origins, such as https://cdn.example.com, https://*.example.com',
  ),
  ENAMAD_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number in your e-Namad link')
    .optional(),
  ENAMAD_CODE: textSetting,
  SAMANDEHI_ID: z
    .string()
    .regex(/^\d{1,10}$/, 'must be the number in your Samandehi link')
    .optional(),
  SAMANDEHI_CODE: textSetting,

  /** Folder of the company's files, instead of DATA_DIR/brand. */
  BRAND_DIR: z
    .string()
    .transform(path => resolve(path))
    .optional(),
  SUPPORT_PHONE: z
    .string()
    .regex(/^\+?\d{3,15}$/, 'must be digits alone, such as 02112345678')
    .optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  /** Contacts for security.txt; e-mail addresses get `mailto:`. */
  SECURITY_CONTACT: listSetting()
    .transform(list => list.map(each => (each.includes(':') ? each : `mailto:${each}`)))
    .refine(
      list => list.every(isContact),
      'must be a list of e-mail addresses, https:// URLs or tel:+98… numbers',
    ),
  ANDROID_APP_URL: urlSetting('https:').optional(),
  ANDROID_TV_APP_URL: urlSetting('https:').optional(),
  IOS_APP_URL: urlSetting('https:').optional(),
  SMART_TV_APP_URL: urlSetting('https:').optional(),
  ANDROID_APP_ID: z
    .string()
    .regex(PACKAGE, 'must be the name of the package, such as com.example.app')
    .optional(),
  ANDROID_APP_FINGERPRINTS: listSetting().refine(
    list => list.every(each => FINGERPRINT.test(each)),
    'must be a list of SHA-256 fingerprints in capitals, such as AB:CD:…, as keytool prints them',
  ),
  IOS_APP_ID: z
    .string()
    .regex(BUNDLE, 'must be team and bundle, such as ABCDE12345.com.example.app')
    .optional(),
  IOS_STORE_ID: z
    .string()
    .regex(/^\d{6,12}$/, 'must be the number in the app’s address in the App Store')
    .optional(),
  BAZAAR_APP_URL: urlSetting('https:').optional(),
  MYKET_APP_URL: urlSetting('https:').optional(),
}
