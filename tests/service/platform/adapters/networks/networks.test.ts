import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { findNetwork } from '#src/service/platform/adapters/networks/networks.ts'

const folder = mkdtempSync(join(tmpdir(), 'pardeh-networks-'))
const file = join(folder, 'networks.csv')
afterAll(() => rmSync(folder, { recursive: true }))

test('without the file every address is unknown', () => {
  expect(findNetwork(file, '5.160.1.1')).toEqual({ country: '', provider: '' })
})

test('an address belongs to the narrowest range that contains it', () => {
  writeFileSync(
    file,
    'range,country,provider\n5.160.0.0/14,ir,First\n5.160.128.0/17,IR,Second, of two\nnonsense\n2a02:ee80::/29,IR,Third\n9.9.9.9/99,XX,x\n',
  )
  expect(findNetwork(file, '5.160.1.1')).toEqual({ country: 'IR', provider: 'First' })
  expect(findNetwork(file, '5.160.200.1').provider).toBe('Second, of two')
  expect(findNetwork(file, '2a02:ee80:0:1::5').provider).toBe('Third')
  for (const stranger of ['8.8.8.8', '::1', 'fe80::1%eth0', 'not an address', ''])
    expect(findNetwork(file, stranger).country).toBe('')
})

test('a changed file is read again', () => {
  writeFileSync(file, '8.8.0.0/16,US,Other\n')
  utimesSync(file, new Date(), new Date(Date.now() + 5_000))
  expect(findNetwork(file, '8.8.8.8').country).toBe('US')
})
