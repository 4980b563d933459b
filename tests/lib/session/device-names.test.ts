import { expect, test } from 'vitest'
import { LANGUAGES } from '#src/contract/languages.ts'
import type { DeviceSession } from '#src/contract/session.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { deviceNames } from '#src/lib/session/device-names.ts'

const aDevice = (id: string, brand?: string, model?: string) =>
  ({ id, device: { brand, model } }) as unknown as DeviceSession

test.each(LANGUAGES)('devices of the same kind have different names, in %s', language => {
  const devices = [
    aDevice('a', 'Chrome', 'Android'),
    aDevice('b', 'Chrome', 'Windows'),
    aDevice('c', 'Chrome', 'Android'),
    aDevice('d'),
    aDevice('e', '', ''),
  ]
  const names = deviceNames(devices, getT(language))
  expect([...names.keys()]).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(new Set(names.values()).size).toBe(devices.length)
})

test('the only device of its kind has no number', () => {
  const names = deviceNames([aDevice('a', 'Firefox', 'Linux')], getT('en'))
  expect(names.get('a')).not.toMatch(/\(/)
  expect(names.get('a')).toMatch(/Firefox.*Linux/)
})
