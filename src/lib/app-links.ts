/** Files that Android and iOS read to decide which app may open links of the site, and the App Store banner. */
import { LANGUAGES } from '#src/contract/languages.ts'
import { barePath, localPath } from './i18n/languages.ts'

type AppSettings = {
  ANDROID_APP_ID?: string | undefined
  ANDROID_APP_FINGERPRINTS?: readonly string[]
  IOS_APP_ID?: string | undefined
  IOS_STORE_ID?: string | undefined
}

type AppAddresses = {
  ANDROID_APP_URL?: string | undefined
  ANDROID_TV_APP_URL?: string | undefined
  IOS_APP_URL?: string | undefined
  SMART_TV_APP_URL?: string | undefined
  BAZAAR_APP_URL?: string | undefined
  MYKET_APP_URL?: string | undefined
}

/** True if an app is offered anywhere. */
export function hasApps(settings: AppAddresses): boolean {
  const { ANDROID_APP_URL, ANDROID_TV_APP_URL, IOS_APP_URL, SMART_TV_APP_URL } = settings
  const { BAZAAR_APP_URL, MYKET_APP_URL } = settings
  return Boolean(
    ANDROID_APP_URL ??
      ANDROID_TV_APP_URL ??
      IOS_APP_URL ??
      SMART_TV_APP_URL ??
      BAZAAR_APP_URL ??
      MYKET_APP_URL,
  )
}

/** Paths that an app can show as well as the site. Sign-in, payments and all other pages stay in the browser. */
const OPENED = ['/contents/*', '/play/*', '/artists/*', '/categories/*', '/cinema-online']

/**
 * Returns the asset links of the Android app, or null without an app.
 * Source: https://developers.google.com/digital-asset-links
 */
export function assetLinks({ ANDROID_APP_ID, ANDROID_APP_FINGERPRINTS = [] }: AppSettings) {
  if (!ANDROID_APP_ID || ANDROID_APP_FINGERPRINTS.length === 0) return null
  return [
    {
      relation: [
        'delegate_permission/common.handle_all_urls',
        'delegate_permission/common.get_login_creds',
      ],
      target: {
        namespace: 'android_app',
        package_name: ANDROID_APP_ID,
        sha256_cert_fingerprints: ANDROID_APP_FINGERPRINTS,
      },
    },
  ]
}

/**
 * Returns the site association of the iOS app, or null without an app.
 * Source: https://developer.apple.com/documentation/xcode/supporting-associated-domains
 */
export function appleAppSites({ IOS_APP_ID }: AppSettings) {
  if (!IOS_APP_ID) return null
  const paths = LANGUAGES.flatMap(language => OPENED.map(path => localPath(path, language)))
  return {
    applinks: {
      details: [{ appIDs: [IOS_APP_ID], components: paths.map(path => ({ '/': path })) }],
    },
    webcredentials: { apps: [IOS_APP_ID] },
  }
}

/**
 * Returns the content of Safari's `apple-itunes-app` meta tag, which opens the app at this page; null if the app cannot
 * open the page.
 */
export function smartBanner(
  { IOS_STORE_ID }: AppSettings,
  { origin, path }: { origin: string; path: string },
): string | null {
  return IOS_STORE_ID && isOpened(barePath(path))
    ? `app-id=${IOS_STORE_ID}, app-argument=${origin}${path}`
    : null
}

function isOpened(path: string): boolean {
  return OPENED.some(pattern =>
    pattern.endsWith('*') ? path.startsWith(pattern.slice(0, -1)) : path === pattern,
  )
}
