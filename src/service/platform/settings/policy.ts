import type { Env } from '../env.ts'

/** Settings that determine the Content-Security-Policy of pages: origins that browsers may call, and ids. */
const POLICY_SETTINGS = [
  'MEDIA_BASE_URL',
  'WIDEVINE_LICENSE_URL',
  'FAIRPLAY_LICENSE_URL',
  'FAIRPLAY_CERTIFICATE_URL',
  'CAST_APP_ID',
  'TAG_MANAGER_ID',
  'CHAT_WIDGET_URL',
  'THIRD_PARTY_ORIGINS',
  'ENAMAD_ID',
  'ENAMAD_CODE',
  'SAMANDEHI_ID',
  'SAMANDEHI_CODE',
] as const satisfies ReadonlyArray<keyof Env>

export type PolicySettings = Partial<Pick<Env, (typeof POLICY_SETTINGS)[number]>>

export function policySettings(env: Env): PolicySettings {
  const entries = POLICY_SETTINGS.map(name => [name, env[name]])
  return Object.freeze(Object.fromEntries(entries)) as PolicySettings
}
