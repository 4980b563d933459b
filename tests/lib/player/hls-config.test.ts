import { expect, test } from 'vitest'
import { hlsConfig } from '#src/lib/player/hls-config.ts'

const stream = { isTvDevice: false, startAt: 12, bandwidth: null, drm: null }

test('TVs get small buffers', () => {
  const tv = hlsConfig({ ...stream, isTvDevice: true })
  const desktop = hlsConfig(stream)
  for (const limit of ['maxBufferLength', 'backBufferLength', 'maxBufferSize'] as const)
    expect(tv[limit]).toBeLessThan(desktop[limit] as number)
})

test('a title starts at its position, a live stream at the live edge', () => {
  expect(hlsConfig(stream).startPosition).toBe(12)
  expect(hlsConfig({ ...stream, startAt: null }).startPosition).toBe(-1)
})

test('licence servers turn on DRM', () => {
  const drm = { 'com.apple.fps': { license_url: '/licence', certificate_url: '/certificate' } }
  expect(hlsConfig(stream).emeEnabled).toBeUndefined()
  expect(hlsConfig({ ...stream, drm })).toMatchObject({
    emeEnabled: true,
    drmSystems: {
      'com.apple.fps': { licenseUrl: '/licence', serverCertificateUrl: '/certificate' },
    },
  })
})

test('HDR depends on the screen: the preference is empty, and stays so in JSON', () => {
  expect(JSON.parse(JSON.stringify(hlsConfig(stream))).videoPreference).toEqual({})
})
