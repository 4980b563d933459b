/** Every setting has a test, in a browser or over HTTP, and a row in docs/settings.md. A new setting is one line of the table below. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { Settings } from '#src/service/platform/env.ts'
import { root, withoutComments } from '#tests/support/sources.ts'

const PAGES = 'tests/e2e/settings-pages.long.spec.ts'
const NODE = 'tests/e2e/settings-node.long.spec.ts'
/** The file that starts the site of tests/e2e/settings-production.long.spec.ts. */
const PRODUCTION = 'tests/support/production.ts'

/** The file that sets the variable, for tests that check its effect. */
const TESTED_IN: Record<keyof typeof Settings.shape, string> = {
  MODE: PRODUCTION,
  HOST: NODE,
  PORT: NODE,
  API_PORT: NODE,
  STAFF_PORT: 'tests/service/operations/console/entry.long.test.ts',
  STAFF_ORIGIN: 'tests/service/operations/console/entry.long.test.ts',
  DATA_DIR: NODE,
  SITE_URL: PAGES,
  SECRET: NODE,
  SECRET_PREVIOUS: NODE,
  PAGE_CACHE_MB: 'tests/bench/memory.ts',
  TRUST_PROXY: NODE,
  DRAIN_SECONDS: 'tests/nodes/rolling-deploy.test.ts',
  ALLOWED_HOSTS: NODE,
  LOG_LEVEL: NODE,
  ACCESS_LOG: NODE,

  DATABASE_URL: PRODUCTION,
  DATABASE_DIRECT_URL: 'tests/nodes/pgbouncer.test.ts',
  DATABASE_READ_URL: 'tests/nodes/replica.test.ts',
  DB_POOL: NODE,
  REDIS_URL: 'tests/service/platform/nodes/redis-url.test.ts',
  SEARCH_URL: 'tests/service/catalogue/search/opensearch/faults.test.ts',
  SEARCH_INDEX: 'tests/service/catalogue/search/opensearch/indexes.long.test.ts',
  API_BASE_URL: NODE,
  BACKUP_EVERY: 'tests/service/operations/backup/schedule.test.ts',
  BACKUP_DIR: 'tests/service/operations/backup/schedule.test.ts',
  BACKUP_KEEP: 'tests/service/operations/backup/schedule.test.ts',
  CDN_PURGE_URL: 'tests/nodes/cdn.test.ts',
  CDN_PURGE_KEY: 'tests/nodes/cdn.test.ts',
  MEDIA_BASE_URL: PAGES,
  MEDIA_SECRET: 'tests/nodes/media-server.test.ts',
  MEDIA_STORE: 'tests/service/platform/media-store/ingest-to-s3.long.test.ts',
  S3_ENDPOINT: 'tests/service/platform/media-store/ingest-to-s3.long.test.ts',
  S3_REGION: 'tests/service/platform/media-store/send-folder.test.ts',
  AWS_ACCESS_KEY_ID: 'tests/service/platform/env.test.ts',
  AWS_SECRET_ACCESS_KEY: 'tests/service/platform/env.test.ts',
  UPLOAD_MAX_GB: 'tests/service/operations/video/uploads.long.test.ts',
  UPLOAD_KEEP_FREE_GB: 'tests/service/operations/video/uploads.long.test.ts',

  KAVENEGAR_API_KEY: PRODUCTION,
  KAVENEGAR_TEMPLATE: PRODUCTION,
  KAVENEGAR_SENDER: 'tests/service/accounts/session/sms.test.ts',
  SMS_BASE_URL: PRODUCTION,
  SMSIR_API_KEY: 'tests/service/accounts/session/sms.test.ts',
  SMSIR_TEMPLATE_ID: 'tests/service/accounts/session/sms.test.ts',
  SMSIR_LINE_NUMBER: 'tests/service/accounts/session/sms.test.ts',
  SMSIR_BASE_URL: 'tests/service/accounts/session/sms.test.ts',
  SMS_PER_MINUTE: 'tests/service/platform/sms/budget.long.test.ts',
  SMS_PER_HOUR: 'tests/service/platform/sms/budget.long.test.ts',
  SMS_PER_DAY: 'tests/e2e/rate-limits.long.spec.ts',
  ZARINPAL_MERCHANT_ID: PRODUCTION,
  ZARINPAL_BASE_URL: PRODUCTION,
  ZIBAL_MERCHANT: PRODUCTION,
  ZIBAL_BASE_URL: PRODUCTION,
  VANDAR_BUSINESS: PRODUCTION,
  VANDAR_TOKEN: PRODUCTION,
  VANDAR_BASE_URL: PRODUCTION,
  SSO_JWKS_URL: 'tests/service/accounts/session/sso.test.ts',
  SSO_ISSUER: 'tests/service/accounts/session/sso.test.ts',
  SSO_AUDIENCE: 'tests/service/accounts/session/sso.test.ts',
  SSO_BACK_URL: 'tests/service/accounts/session/sso.test.ts',
  VAST_URL: 'tests/service/watching/player/advert-addresses.test.ts',
  FFMPEG_PATH: 'tests/service/watching/ingest/add-video.long.test.ts',
  WIDEVINE_LICENSE_URL: PAGES,
  FAIRPLAY_LICENSE_URL: PAGES,
  FAIRPLAY_CERTIFICATE_URL: PAGES,
  CAST_APP_ID: 'tests/http/content-security-policy.test.ts',

  SENTRY_DSN: 'tests/service/platform/http/error-reporter.test.ts',
  METRICS_TOKEN: NODE,
  OTEL_EXPORTER_OTLP_ENDPOINT: NODE,
  OTEL_EXPORTER_OTLP_HEADERS: 'tests/service/platform/env.test.ts',
  WEB_VITALS_SAMPLE: 'tests/e2e/web-vitals.long.spec.ts',

  API_DOCS: 'tests/e2e/settings-production.long.spec.ts',
  TAG_MANAGER_ID: PAGES,
  CHAT_WIDGET_URL: PAGES,
  THIRD_PARTY_ORIGINS: PAGES,
  ENAMAD_ID: PAGES,
  ENAMAD_CODE: PAGES,
  SAMANDEHI_ID: PAGES,
  SAMANDEHI_CODE: PAGES,
  BRAND_DIR: 'tests/e2e/brand.long.spec.ts',
  SUPPORT_PHONE: PAGES,
  SUPPORT_EMAIL: PAGES,
  SECURITY_CONTACT: PAGES,
  ANDROID_APP_URL: PAGES,
  ANDROID_TV_APP_URL: PAGES,
  IOS_APP_URL: PAGES,
  SMART_TV_APP_URL: PAGES,
  ANDROID_APP_ID: PAGES,
  ANDROID_APP_FINGERPRINTS: PAGES,
  IOS_APP_ID: PAGES,
  IOS_STORE_ID: PAGES,
  BAZAAR_APP_URL: PAGES,
  MYKET_APP_URL: PAGES,
}

const settings = Object.keys(Settings.shape)
const explained = [
  ...textOf('docs/settings.md').matchAll(/^\| ([A-Z][A-Z0-9_]*) \| .+ \| .+ \|$/gm),
].map(([, name]) => name)

function textOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** True if the file exists and mentions the variable outside of comments. */
function names(file: string, variable: string): boolean {
  if (!existsSync(join(root, file))) return false
  return new RegExp(`\\b${variable}\\b`).test(withoutComments(textOf(file)))
}

test('the table lists every setting, and no other name', () => {
  expect(Object.keys(TESTED_IN).toSorted()).toEqual(settings.toSorted())
})

test('the test that the table names exists, and sets the variable', () => {
  const untested = Object.entries(TESTED_IN).filter(([variable, file]) => !names(file, variable))
  expect(untested).toEqual([])
})

test('docs/settings.md explains every setting once, and no other name', () => {
  expect(explained.toSorted()).toEqual(settings.toSorted())
})
