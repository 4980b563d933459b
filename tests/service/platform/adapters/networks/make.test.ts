import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { readAsName, readDelegation } from '#src/service/platform/adapters/networks/delegations.ts'
import { readNetworks, writeNetworks } from '#src/service/platform/adapters/networks/make.ts'
import { findNetwork } from '#src/service/platform/adapters/networks/networks.ts'
import { cidrBlocks } from '#src/service/platform/adapters/networks/ranges.ts'

const folder = mkdtempSync(join(tmpdir(), 'networks-'))
afterAll(() => rmSync(folder, { recursive: true }))
const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const RIPE = `2|ripencc|20260320|5|19830705|20260319|+0100
ripencc|*|ipv4|*|4|summary
# a comment
ripencc|IR|ipv4|5.160.0.0|131072|20120906|allocated|aaa
ripencc|IR|ipv4|5.162.0.0|65536|20120906|allocated|aaa
ripencc|IR|ipv4|31.2.128.0|768|20110401|assigned|bbb
ripencc|DE|ipv4|5.163.0.0|65536|20120906|allocated|ccc
ripencc||ipv4|5.170.0.0|65536||available|
ripencc|IR|ipv6|2a02:ee80::|29|20080101|allocated|aaa
ripencc|IR|asn|48159|1|20090115|allocated|aaa
ripencc|IR|asn|12880|2|19990816|allocated|bbb
`
const NAMES =
  '12880 DCI-AS Iran Information Technology, Ltd, IR\n48159 TIC-AS, IR\n0 -Reserved AS-, ZZ\n'

test('a list from the registry’s files gives country and provider of an address', async () => {
  const csv = join(folder, 'networks.csv')
  const sources = { delegations: [file('ripe', RIPE)], names: file('asn.txt', NAMES) }
  const { blocks, records, wrong, empty } = await readNetworks(sources)
  expect({ records, wrong, empty }).toEqual({ records: 5, wrong: [], empty: [] })
  await writeNetworks(csv, blocks)
  expect(findNetwork(csv, '5.161.255.255')).toEqual({ country: 'IR', provider: 'TIC-AS' })
  expect(findNetwork(csv, '31.2.130.255')).toEqual({
    country: 'IR',
    provider: 'Iran Information Technology, Ltd',
  })
  expect(findNetwork(csv, '31.2.131.0').country).toBe('')
  expect(findNetwork(csv, '5.163.9.9')).toEqual({ country: 'DE', provider: '' })
  expect(findNetwork(csv, '5.170.0.1').country).toBe('')
  expect(findNetwork(csv, '2a02:ee87:ffff::1').country).toBe('IR')
  expect(readFileSync(csv, 'utf8').split('\n')[0]).toBe('range,country,provider')
})

test('adjacent ranges of one holder are merged', async () => {
  const { blocks } = await readNetworks({ delegations: [file('ripe', RIPE)], names: null })
  expect(blocks.map(({ range }) => range)).toEqual([
    '5.160.0.0/15',
    '5.162.0.0/16',
    '5.163.0.0/16',
    '31.2.128.0/23',
    '31.2.130.0/24',
    '2a02:ee80::/29',
  ])
  expect(blocks.every(({ provider }) => provider === '')).toBe(true)
})

test('a file without a record and unreadable lines are reported', async () => {
  const broken = file('broken', `${RIPE}ripencc|IR|ipv4|5.999.0.0|256|2012|allocated|x\nnonsense\n`)
  const { wrong, empty } = await readNetworks({
    delegations: [broken, file('page', '# nothing\n')],
    names: file('none.txt', 'no names\n'),
  })
  expect(wrong.map(({ line }) => line)).toEqual([12, 13])
  expect(empty).toEqual([join(folder, 'page'), join(folder, 'none.txt')])
})

test('progress is reported', async () => {
  const said: string[] = []
  const long = file('long', '# comment\n'.repeat(100_001))
  await readNetworks({ delegations: [long], names: null }, text => said.push(text))
  expect(said).toEqual([`${long}: 50000 lines`, `${long}: 100000 lines`])
})

describe('a record', () => {
  test.each([
    ['without a holder', 'apnic||ipv4|1.0.0.0|256||reserved|', null],
    ['without a known country', 'apnic|ZZ|ipv4|1.0.0.0|256|2012|assigned|x', null],
    ['with too many addresses', 'apnic|AU|ipv4|255.255.255.0|512|2012|assigned|x', 'wrong'],
    ['without an address', 'apnic|AU|ipv4|1.0.0.0|0|2012|assigned|x', 'wrong'],
    ['with another kind', 'apnic|AU|ipv5|1.0.0.0|256|2012|assigned|x', 'wrong'],
    ['that is too short', 'apnic|AU|ipv4', 'wrong'],
    ['with a country of invalid characters', 'apnic|<b>|ipv4|1.0.0.0|256|2012|assigned|x', 'wrong'],
    ['that is a version line', '2.3|apnic|20260320|1|19830613|20260319|+1000', null],
  ])('%s is left out', (_, text, result) => {
    expect(readDelegation(text)).toBe(result)
  })

  test('names of providers have no handle and no signs', () => {
    expect(readAsName('3333 RIPE-NCC-AS Reseaux IP, NL')).toEqual({
      number: 3333,
      name: 'Reseaux IP',
    })
    expect(readAsName('1 A\u202eB, US')?.name).toBe('AB')
    expect(readAsName('no number, US')).toBeNull()
  })
})

test('blocks contain exactly the addresses of their range', () => {
  const address = fc.integer({ min: 0, max: 2 ** 32 - 1 })
  fc.assert(
    fc.property(address, address, (a, b) => {
      const [from, to] = [BigInt(Math.min(a, b)), BigInt(Math.max(a, b))]
      let next = from
      for (const block of cidrBlocks({ bits: 32, from, to })) {
        const [start = '', length = ''] = block.split('/')
        const at = start.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
        const size = 1n << BigInt(32 - Number(length))
        expect(at).toBe(next)
        expect(at % size).toBe(0n)
        next = at + size
      }
      expect(next).toBe(to + 1n)
    }),
  )
})
