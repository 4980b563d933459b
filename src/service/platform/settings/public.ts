import type { Env } from '../env.ts'

/** Settings that pages may show: no secrets, internal addresses or account keys. */
const PUBLIC_SETTINGS = [
  'MODE',
  'SITE_URL',
  'WEB_VITALS_SAMPLE',
  'API_DOCS',
  'CAST_APP_ID',
  'TAG_MANAGER_ID',
  'CHAT_WIDGET_URL',
  'ENAMAD_ID',
  'ENAMAD_CODE',
  'SAMANDEHI_ID',
  'SAMANDEHI_CODE',
  'SUPPORT_PHONE',
  'SUPPORT_EMAIL',
  'SECURITY_CONTACT',
  'ANDROID_APP_URL',
  'ANDROID_TV_APP_URL',
  'IOS_APP_URL',
  'SMART_TV_APP_URL',
  'ANDROID_APP_ID',
  'ANDROID_APP_FINGERPRINTS',
  'IOS_APP_ID',
  'IOS_STORE_ID',
  'BAZAAR_APP_URL',
  'MYKET_APP_URL',
] as const satisfies ReadonlyArray<keyof Env>

/** The settings in `Astro.locals.settings`. */
export type PublicSettings = Pick<Env, (typeof PUBLIC_SETTINGS)[number]>

export function publicSettings(env: Env): PublicSettings {
  const entries = PUBLIC_SETTINGS.map(name => [name, env[name]])
  return Object.freeze(Object.fromEntries(entries)) as PublicSettings
}
