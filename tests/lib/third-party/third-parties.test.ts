import { describe, expect, it } from 'vitest'
import { allowedThirdParties } from '#src/lib/third-party/third-parties.ts'

const BOTH = { TAG_MANAGER_ID: 'GTM-ABC1234', CHAT_WIDGET_URL: 'https://chat.example/w.js' }
const on = (path: string, isOfChild = false) => allowedThirdParties(BOTH, { path, isOfChild })

describe('the tag manager and the chat widget', () => {
  it('load only if one of them is configured', () => {
    expect(allowedThirdParties({}, { path: '/', isOfChild: false })).toBeNull()
    const { TAG_MANAGER_ID } = BOTH
    const tags = allowedThirdParties({ TAG_MANAGER_ID }, { path: '/', isOfChild: false })
    expect(tags).toEqual({ tagManagerId: 'GTM-ABC1234', chatWidgetUrl: undefined })
  })

  it.each(['/', '/en', '/contents', '/contents/a1/name', '/packages', '/tickets', '/user-guide'])(
    'load on %s',
    path => expect(on(path)).not.toBeNull(),
  )

  it.each([
    '/login',
    '/en/login',
    '/register',
    '/sso',
    '/tv',
    '/profile',
    '/profile/pin',
    '/user',
    '/en/user/password',
    '/payment',
    '/dd-agreement',
    '/play/a1',
  ])('never load on %s', path => expect(on(path)).toBeNull())

  it('never load for a child', () => {
    expect(on('/', true)).toBeNull()
    expect(on('/contents', true)).toBeNull()
  })
})
