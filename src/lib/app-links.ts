/** Which apps may open links of the site: the files that Android and iOS look up, and the banner of the App Store. */
import { LANGUAGES } from '#src/contract/languages.ts'
import { barePath, localPath } from './i18n/languages.ts'

export type AppSettings = {
  ANDROID_APP_ID?: string | undefined
  ANDROID_APP_FINGERPRINTS?: readonly string[]
  IOS_APP_ID?: string | undefined
  IOS_STORE_ID?: string | undefined
}

/** What an app shows as well as the site. Sign-in, payments and everything else stay in the browser. */
const OPENED = ['/contents/*', '/play/*', '/artists/*', '/categories/*', '/cinema-online']

/** https://developers.google.com/digital-asset-links; null without an app. */
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

/** https://developer.apple.com/documentation/xcode/supporting-associated-domains; null without an app. */
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

/** The content of Safari's `apple-itunes-app`; the app opens at the page. Null where it would open nothing of the kind. */
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
