import { expect, test } from 'vitest'
import { thirdPartySources } from '#src/lib/third-party/csp-sources.ts'

test('nothing is allowed from elsewhere unless it is configured', () => {
  expect(thirdPartySources({})).toEqual({ script: [], directives: [] })
})

test('the tag-manager script is allowed only if an id is configured', () => {
  const { script, directives } = thirdPartySources({ TAG_MANAGER_ID: 'GTM-ABC123' })
  expect(script).toEqual(['https://www.googletagmanager.com'])
  expect(directives.join()).toContain('connect-src https://www.googletagmanager.com')
})

test('a chat widget brings its own origin, a frame and a socket', () => {
  const { script, directives } = thirdPartySources({
    CHAT_WIDGET_URL: 'https://chat.example/w.js?id=1',
  })
  expect(script).toEqual(['https://chat.example'])
  expect(directives).toContain('connect-src https://chat.example wss://chat.example')
  expect(directives).toContain('frame-src https://chat.example')
})

test('a seal brings a picture and nothing that runs', () => {
  const { script, directives } = thirdPartySources({ ENAMAD_ID: '1' })
  expect(script).toEqual([])
  expect(directives).toEqual(['img-src https://trustseal.enamad.ir'])
})
