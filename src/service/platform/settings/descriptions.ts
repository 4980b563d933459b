/** Texts about every setting. `npm run docs` writes docs/settings.md and .env.example from them; a setting without a text does not compile. */
import type { z } from 'zod'
import { mediaSettings } from './media.ts'
import { monitoringSettings } from './monitoring.ts'
import { nodeSettings } from './node.ts'
import { providerSettings } from './providers.ts'
import { siteSettings } from './site.ts'
import { storageSettings } from './storage.ts'

type SettingText = {
  /** Explains what to set it to and what it does, in Markdown without links. */
  about: string
  /** Says what happens if it is not set; the default of the schema if this is left out. */
  unset?: string
  /** A value for .env.example. */
  example?: string
  /** The document with details, relative to docs/. */
  see?: string
}

export type SettingGroup = {
  title: string
  settings: ReadonlyArray<SettingText & { name: string; schema: z.ZodType }>
}

/** In the order of docs/settings.md; the order within a group is that of its schemas. */
export const SETTING_GROUPS: readonly SettingGroup[] = [
  group('The node', nodeSettings, {
    MODE: {
      unset: '`demo`',
      about:
        '`demo`, or `production`, which refuses to start with the demo bank or the demo outbox and lists the settings that are missing.',
      example: 'production',
    },
    HOST: { about: 'The address to listen at.', example: '127.0.0.1' },
    PORT: { about: 'The port of the site.', example: '4321' },
    API_PORT: { about: 'The port of `npm run service`.', example: '4322' },
    STAFF_PORT: {
      unset: 'no console; in the demo the port of the site and 1000',
      about:
        'The port of the console of the team, at HOST. It is a server of its own in the process of the service. 0 means no console.',
      see: 'console.md',
      example: '4323',
    },
    STAFF_ORIGIN: {
      unset: 'HOST and STAFF_PORT',
      about:
        'The origin at which the team opens the console, through your proxy. Required in production with STAFF_PORT, with https, and never that of the site.',
      see: 'console.md',
      example: 'https://staff.example.com',
    },
    DATA_DIR: {
      unset: '`./.data`',
      about: 'The folder of the embedded database, the media and the secret of the demo.',
      example: '.data',
    },
    SITE_URL: {
      unset: 'the host of each request',
      about: 'The public origin of the site. Required in production, with https.',
      example: 'https://example.com',
    },
    SECRET: {
      unset: 'the demo makes one and stores it in DATA_DIR',
      about:
        '32 characters or more; every key is derived from it. Required in production. `openssl rand -base64 48` makes one.',
    },
    SECRET_PREVIOUS: {
      unset: 'none',
      about:
        'Earlier secrets, separated by commas. Whatever they signed or stored is still accepted, and renewed when it is used.',
      see: 'secret.md',
    },
    DRAIN_SECONDS: {
      unset: '0; 5 in production',
      about:
        'How many seconds a node keeps accepting connections after SIGTERM, while /readyz answers 503. Running requests then get 20 seconds to finish.',
      example: '5',
    },
    PAGE_CACHE_MB: {
      about:
        'Memory for rendered pages in each node, in megabytes. With 0 every page is rendered for each visit.',
      see: 'operations.md#memory-of-a-node',
      example: '32',
    },
    TRUST_PROXY: {
      unset: 'no proxy is trusted',
      about:
        'Addresses or ranges of your proxies. X-Forwarded-For and X-Forwarded-Proto are read from these only.',
      example: '10.0.0.0/8, 127.0.0.1',
    },
    ALLOWED_HOSTS: {
      unset: 'this machine and SITE_URL',
      about: 'Further host names that the site answers for.',
    },
    LOG_LEVEL: {
      about: '`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`.',
      example: 'info',
    },
    ACCESS_LOG: {
      unset: '`off`; `on` in production',
      about:
        '`on`: one line for each request, without the address of the visitor; `address`: with it; `off`: none.',
      example: 'on',
    },
  }),
  group('Database, Redis, search, other nodes and backups', storageSettings, {
    DATABASE_URL: {
      unset: 'the embedded PostgreSQL in DATA_DIR',
      about:
        "PostgreSQL 15 or newer with a UTF-8 locale: `CREATE DATABASE pardeh TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`.",
      see: 'operations.md#the-database',
      example: 'postgres://pardeh:password@db.internal/pardeh',
    },
    DATABASE_DIRECT_URL: {
      unset: 'DATABASE_URL',
      about:
        'The database server itself if DATABASE_URL names PgBouncer: for migrations, jobs and notifications.',
      see: 'operations.md#the-database',
      example: 'postgres://pardeh:password@db.internal/pardeh',
    },
    DATABASE_READ_URL: {
      unset: 'all reads use DATABASE_URL',
      about: 'A streaming replica, for reads of the catalogue by visitors without an account.',
      see: 'operations.md#the-database',
      example: 'postgres://pardeh:password@replica.internal/pardeh',
    },
    DB_POOL: { about: 'Database connections of each node.', example: '10' },
    REDIS_URL: {
      unset: 'each process counts rate limits on its own',
      about:
        'The Redis in which all nodes count rate limits: `redis://user:password@host:6379/0`, `redis+sentinel://host,host2/primary` or `redis+cluster://host,host2`; `rediss` for TLS. Set NODE_EXTRA_CA_CERTS for a certificate authority of your own, and `?sentinelPassword=` for Sentinels with a password.',
      example: 'redis://cache.internal',
    },
    SEARCH_URL: {
      unset: 'each node searches an index in its memory',
      about:
        'A server with the API of OpenSearch, in which all nodes search. Set NODE_EXTRA_CA_CERTS for a certificate authority of your own.',
      see: 'operations.md#the-search-engine',
      example: 'https://user:password@search.internal:9200',
    },
    SEARCH_INDEX: {
      about:
        'The beginning of the names of the search indexes. Two installations that share a server need different ones.',
      example: 'pardeh',
    },
    API_BASE_URL: {
      unset: 'the service runs in this process',
      about: 'The URL of a remote service (`npm run service`), or several, separated by commas.',
      example: 'http://10.0.0.2:4322',
    },
    BACKUP_EVERY: {
      unset: 'no automatic backups',
      about:
        'Hours between automatic backups, 1 to 168. Needs BACKUP_DIR. If several nodes have it, one of them makes the backup.',
      see: 'backup.md',
      example: '6',
    },
    BACKUP_DIR: {
      unset: '`./pardeh backup` needs a folder',
      about: 'The folder of the backups, on another disk than the database.',
      see: 'backup.md',
      example: '/mnt/backups',
    },
    BACKUP_KEEP: {
      about: 'How many automatic backups are kept, 1 to 1000.',
      see: 'backup.md',
      example: '7',
    },
    CDN_PURGE_URL: {
      unset: 'no CDN stores pages',
      about:
        'The address at which your CDN purges changed pages, or several. Set it on page nodes and on service nodes.',
      see: 'cdn.md',
      example: 'https://cdn.internal/cdn-purge',
    },
    CDN_PURGE_KEY: {
      unset: 'no key is sent',
      about: '16 characters or more, sent to CDN_PURGE_URL as a bearer token.',
      see: 'cdn.md',
    },
  }),
  group('Media', mediaSettings, {
    MEDIA_BASE_URL: {
      unset: 'the site serves pictures and streams',
      about:
        'The origin of your media server or CDN, for pictures and, with MEDIA_SECRET, for streams. Set it on page nodes too.',
      example: 'https://media.example.com',
    },
    MEDIA_SECRET: {
      unset: 'the site serves streams',
      about:
        '24 letters, digits, - or _, or more: the same secret as in ops/nginx/media.nginx.conf, which checks links with it.',
    },
    MEDIA_STORE: {
      unset: 'DATA_DIR/media',
      about:
        'The bucket in which ingest and import store files, and from which the site serves them if MEDIA_BASE_URL is not set.',
      see: 'ingest.md#the-media-store',
      example: 's3://bucket/folder',
    },
    S3_ENDPOINT: {
      unset: 'AWS',
      about:
        'Another provider of S3, such as ArvanCloud or MinIO. The bucket is then part of the path.',
      example: 'https://s3.ir-thr-at1.arvanstorage.ir',
    },
    S3_REGION: { about: 'The region of the bucket.', example: 'us-east-1' },
    AWS_ACCESS_KEY_ID: {
      unset: 'MEDIA_STORE is refused',
      about: 'The id of a key that may list, read, write and delete in the bucket.',
    },
    AWS_SECRET_ACCESS_KEY: { unset: 'MEDIA_STORE is refused', about: 'The secret of that key.' },
    UPLOAD_MAX_GB: {
      about: 'The largest video, in GB, that an editor may upload in the console.',
      see: 'console/editor.md#uploads-of-videos',
    },
    UPLOAD_KEEP_FREE_GB: {
      about:
        'Uploads of the console leave this much space on the disk of DATA_DIR, in GB: one that needs more is refused, or pauses.',
      see: 'console/editor.md#uploads-of-videos',
    },
  }),
  group('SMS, payments, partners, adverts and DRM', providerSettings, {
    SMS_BASE_URL: {
      unset: "Kavenegar's own address, or that of the demo",
      about:
        'Another address of Kavenegar. In production it begins with https, or names this machine for a [rehearsal](deployment.md#rehearse-production-on-one-machine).',
    },
    KAVENEGAR_API_KEY: {
      unset: 'messages go to the outbox of the demo',
      about: 'Your Kavenegar account. Production needs this or SMSIR_API_KEY.',
    },
    KAVENEGAR_TEMPLATE: {
      about: 'The template of sign-in codes at Kavenegar.',
      example: 'pardeh-otp',
    },
    KAVENEGAR_SENDER: {
      unset: "the account's own line",
      about: 'The line that Kavenegar sends from.',
    },
    SMSIR_API_KEY: {
      unset: 'no second provider',
      about:
        'Your SMS.ir account. It sends when Kavenegar fails, or alone if Kavenegar is not set.',
    },
    SMSIR_TEMPLATE_ID: {
      unset: 'SMS.ir cannot send codes',
      about: 'The number of your template at SMS.ir; it has one parameter, `CODE`.',
    },
    SMSIR_LINE_NUMBER: {
      unset: 'SMS.ir sends codes only',
      about: 'The digits of your line at SMS.ir, for all other messages.',
    },
    SMSIR_BASE_URL: {
      unset: "SMS.ir's own address, or that of the demo",
      about: 'Another address of SMS.ir; in production as SMS_BASE_URL.',
    },
    SMS_PER_MINUTE: {
      about:
        'The budget of all messages in a minute. Reminders stop when 60% of a budget is used, sign-in codes at 90%.',
      example: '600',
    },
    SMS_PER_HOUR: { about: 'The budget of an hour.', example: '6000' },
    SMS_PER_DAY: { about: 'The budget of a day.', example: '50000' },
    ZARINPAL_BASE_URL: {
      unset: "Zarinpal's own address, or that of the demo",
      about: 'Another address of Zarinpal; in production as SMS_BASE_URL.',
    },
    ZARINPAL_MERCHANT_ID: {
      unset: 'the bank of the demo',
      about: 'Your merchant id at Zarinpal. Production needs this or ZIBAL_MERCHANT.',
    },
    ZIBAL_BASE_URL: {
      unset: "Zibal's own address, or that of the demo",
      about: 'Another address of Zibal; in production as SMS_BASE_URL.',
    },
    ZIBAL_MERCHANT: { unset: 'the bank of the demo', about: 'Your merchant at Zibal.' },
    VANDAR_BASE_URL: {
      unset: "Vandar's own address, or that of the demo",
      about: 'Another address of Vandar; in production as SMS_BASE_URL.',
    },
    VANDAR_BUSINESS: {
      unset: 'the bank of the demo',
      about: 'Your business at Vandar, for direct debit. Needs VANDAR_TOKEN.',
    },
    VANDAR_TOKEN: { unset: 'the bank of the demo', about: 'The token of that business.' },
    SSO_JWKS_URL: {
      unset: 'the partner of the demo; none in production',
      about: 'The public keys of the partner whose users sign in here.',
      example: 'https://partner.example/.well-known/jwks.json',
    },
    SSO_ISSUER: {
      unset: 'the partner of the demo; none in production',
      about: 'The issuer (`iss`) of the tokens of the partner.',
    },
    SSO_AUDIENCE: {
      unset: 'the partner of the demo; none in production',
      about: 'The audience (`aud`) of those tokens.',
    },
    SSO_BACK_URL: {
      unset: 'the home page',
      about: 'The page of the partner that users return to.',
    },
    VAST_URL: {
      unset: 'the advert of the demo; no adverts in production',
      about: 'Your advert server. It may be in your network; URLs in its replies must be public.',
      see: 'ingest.md#adverts',
    },
    FFMPEG_PATH: { unset: "the system's ffmpeg", about: 'The ffmpeg that `./pardeh ingest` runs.' },
    WIDEVINE_LICENSE_URL: {
      unset: 'no Widevine',
      about: 'Your licence server for Widevine. Set it on page nodes too.',
    },
    FAIRPLAY_LICENSE_URL: {
      unset: 'no FairPlay',
      about: 'Your licence server for FairPlay. Set it on page nodes too.',
    },
    FAIRPLAY_CERTIFICATE_URL: {
      unset: 'no FairPlay',
      about: 'The address of your FairPlay certificate. Set it on page nodes too.',
    },
    CAST_APP_ID: {
      unset: "no Chromecast, and no script of Google's",
      about:
        "The 8 characters of your receiver in Google's Cast console. Set it on page nodes too. With MEDIA_BASE_URL, set `$media_site` in ops/nginx/media.nginx.conf to `*`.",
      see: 'cdn.md#receivers',
    },
  }),
  group('Monitoring', monitoringSettings, {
    SENTRY_DSN: {
      unset: 'errors stay in the log',
      about: 'A server with the protocol of Sentry, to which one error in ten is sent.',
    },
    METRICS_TOKEN: {
      unset: '/metrics answers this machine only, and not through a proxy',
      about: '16 characters or more, which Prometheus sends to /metrics as a bearer token.',
      see: 'metrics.md',
    },
    OTEL_EXPORTER_OTLP_ENDPOINT: {
      unset: 'no traces, and the SDK is not loaded',
      about:
        'An OpenTelemetry collector, such as `http://collector:4318`. It gets spans of pages, calls, queries and providers.',
      see: 'operations.md#traces-that-begin-at-the-proxy',
    },
    OTEL_EXPORTER_OTLP_HEADERS: {
      unset: 'none',
      about: 'Headers for the collector, such as `authorization=Bearer …`.',
    },
    WEB_VITALS_SAMPLE: {
      about:
        'The share of visits, 0 to 1, whose browsers report Core Web Vitals: without a cookie or an id, and not from browsers that ask not to be tracked.',
      example: '0.1',
    },
  }),
  group('Pages', siteSettings, {
    API_DOCS: {
      unset: '`off`; `on` in the demo',
      about:
        '`on`: the reference of the API is at /api/docs, for everybody. The description itself, /api/openapi.json, is always there. Set it on page nodes.',
      see: 'api.md',
      example: 'on',
    },
    TAG_MANAGER_ID: {
      unset: 'it does not load',
      about:
        'The id of your Google Tag Manager container. Each visitor is asked first; nothing loads before they accept, and never on pages with passwords or payments.',
      see: 'decisions/018-policy-from-the-settings.md',
      example: 'GTM-ABC1234',
    },
    CHAT_WIDGET_URL: {
      unset: 'it does not load',
      about: 'The script of your chat widget. Visitors are asked as for TAG_MANAGER_ID.',
      see: 'decisions/018-policy-from-the-settings.md',
    },
    THIRD_PARTY_ORIGINS: {
      unset: 'their own hosts and Google Analytics only',
      about: 'Further origins that the tags of the container or the chat widget use.',
      example: 'https://cdn.example.com, https://*.example.com',
    },
    ENAMAD_ID: {
      unset: 'no seal in the footer',
      about: 'The number in your e-Namad link. Needs ENAMAD_CODE.',
    },
    ENAMAD_CODE: { unset: 'no seal in the footer', about: 'The code in your e-Namad link.' },
    SAMANDEHI_ID: {
      unset: 'no seal in the footer',
      about: 'The number in your Samandehi link. Needs SAMANDEHI_CODE.',
    },
    SAMANDEHI_CODE: { unset: 'no seal in the footer', about: 'The code in your Samandehi link.' },
    BRAND_DIR: {
      unset: "DATA_DIR/brand, or the product's own brand",
      about:
        'The folder with your name, logo, colours and texts; the same on page nodes and service nodes.',
      see: 'brand.md',
      example: '/srv/brand',
    },
    SUPPORT_PHONE: { unset: 'that of the brand', about: 'Digits, such as 02112345678.' },
    SUPPORT_EMAIL: { unset: 'that of the brand', about: 'The e-mail address of support.' },
    SECURITY_CONTACT: {
      unset: 'no `/.well-known/security.txt`',
      about:
        'Where vulnerabilities are reported (RFC 9116): e-mail addresses, https URLs or tel: numbers, the preferred one first.',
      example: 'security@example.com',
    },
    ANDROID_APP_URL: {
      unset: '/apps links to the site',
      about: 'Where the Android app is downloaded.',
    },
    ANDROID_TV_APP_URL: {
      unset: 'an example in the demo; in production /apps links to the site',
      about: 'Where the Android TV app is downloaded.',
    },
    IOS_APP_URL: { unset: '/apps links to the site', about: 'Where the iOS app is downloaded.' },
    SMART_TV_APP_URL: {
      unset: '/apps links to the site',
      about: 'Where the smart TV app is downloaded.',
    },
    ANDROID_APP_ID: {
      unset: 'links open in the browser',
      about:
        'The package of your Android app, for `/.well-known/assetlinks.json`. Needs ANDROID_APP_FINGERPRINTS.',
      example: 'com.example.app',
    },
    ANDROID_APP_FINGERPRINTS: {
      unset: 'links open in the browser',
      about: 'The SHA-256 fingerprints of its signing keys, separated by commas.',
    },
    IOS_APP_ID: {
      unset: 'links open in the browser',
      about: 'Team and bundle of your iOS app, for `/.well-known/apple-app-site-association`.',
      example: 'ABCDE12345.com.example.app',
    },
    IOS_STORE_ID: {
      unset: 'no banner in Safari',
      about: 'The number of your app in the App Store.',
    },
    BAZAAR_APP_URL: {
      unset: '/apps does not name the store',
      about: 'The page of your app at Bazaar.',
    },
    MYKET_APP_URL: {
      unset: '/apps does not name the store',
      about: 'The page of your app at Myket.',
    },
  }),
]

function group<Shape extends Record<string, z.ZodType>>(
  title: string,
  shape: Shape,
  texts: Record<keyof Shape, SettingText>,
): SettingGroup {
  const settings = Object.entries(shape).map(([name, schema]) => ({
    name,
    schema,
    ...texts[name as keyof Shape],
  }))
  return { title, settings }
}
