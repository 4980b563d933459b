import { expect, test } from 'vitest'
import { appleAppSites, assetLinks, smartBanner } from '#src/lib/app-links.ts'

const ORIGIN = 'https://pardeh.example'

test('without an app there is no association file and no banner', () => {
  expect(assetLinks({})).toBeNull()
  expect(assetLinks({ ANDROID_APP_ID: 'ir.pardeh.app' })).toBeNull()
  expect(assetLinks({ ANDROID_APP_FINGERPRINTS: ['AB'] })).toBeNull()
  expect(appleAppSites({})).toBeNull()
  expect(smartBanner({}, { origin: ORIGIN, path: '/contents/a/b' })).toBeNull()
})

test('an app opens the catalogue and the player in both languages, but not sign-in or payment', () => {
  const sites = appleAppSites({ IOS_APP_ID: 'ABCDE12345.ir.pardeh.app' })
  const paths = sites?.applinks.details[0]?.components.map(each => each['/']) ?? []
  expect(paths).toEqual(expect.arrayContaining(['/play/*', '/en/play/*', '/contents/*']))
  expect(paths.join()).not.toMatch(/login|payment|user|api/)
  expect(sites?.webcredentials.apps).toEqual(['ABCDE12345.ir.pardeh.app'])
})

test.each(['/contents/a/b', '/en/contents/a/b', '/play/a', '/en/cinema-online'])(
  'the banner offers the app on pages that the app opens: %s',
  path => {
    const banner = smartBanner({ IOS_STORE_ID: '123456789' }, { origin: ORIGIN, path })
    expect(banner).toBe(`app-id=123456789, app-argument=${ORIGIN}${path}`)
  },
)

test.each(['/', '/login', '/payment', '/en/payment', '/packages/successPayment', '/user', '/faq'])(
  'it is hidden on other pages: %s',
  path => {
    expect(smartBanner({ IOS_STORE_ID: '123456789' }, { origin: ORIGIN, path })).toBeNull()
  },
)
