/**
 * Country and provider of an address, from DATA_DIR/networks.csv: `range,country,provider` a line, such as
 * `5.160.0.0/14,IR,ParsOnline`. Any list of ranges can be written so; without the file nothing is known.
 */
import { readFileSync, statSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'

export type Network = { country: string; provider: string }
type Ranges = Map<number, Map<bigint, Network>>
type Table = { modified: number; v4: Ranges; v6: Ranges; lengths: number[] }

const UNKNOWN: Network = { country: '', provider: '' }
const tables = new Map<string, Table>()

/** The narrowest range that holds the address. The file is read again when it has changed. */
export function networkOf(file: string, address: string): Network {
  const table = tableOf(file)
  if (!table) return UNKNOWN
  const bits = isIPv4(address) ? 32 : 128
  const ranges = bits === 32 ? table.v4 : table.v6
  const value = numberOf(address)
  if (value === null) return UNKNOWN
  for (const length of table.lengths) {
    const found =
      length <= bits ? ranges.get(length)?.get(value >> BigInt(bits - length)) : undefined
    if (found) return found
  }
  return UNKNOWN
}

function tableOf(file: string): Table | null {
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (modified === undefined) return null
  const known = tables.get(file)
  if (known?.modified === modified) return known
  const table = readTable(readFileSync(file, 'utf8'), modified)
  tables.set(file, table)
  return table
}

function readTable(text: string, modified: number): Table {
  const v4: Ranges = new Map()
  const v6: Ranges = new Map()
  for (const line of text.split('\n')) {
    const [range = '', country = '', ...provider] = line.trim().split(',')
    const [address = '', length = ''] = range.split('/')
    const value = numberOf(address)
    const bits = isIPv4(address) ? 32 : 128
    if (value === null || !/^\d{1,3}$/.test(length) || Number(length) > bits) continue
    const ranges = bits === 32 ? v4 : v6
    const ofLength = ranges.get(Number(length)) ?? new Map<bigint, Network>()
    ofLength.set(value >> BigInt(bits - Number(length)), {
      country: country.trim().toUpperCase(),
      provider: provider.join(',').trim(),
    })
    ranges.set(Number(length), ofLength)
  }
  const lengths = [...new Set([...v4.keys(), ...v6.keys()])].sort((a, b) => b - a)
  return { modified, v4, v6, lengths }
}

function numberOf(address: string): bigint | null {
  if (isIPv4(address)) {
    return address.split('.').reduce((value, part) => (value << 8n) | BigInt(part), 0n)
  }
  if (!isIPv6(address) || address.includes('.') || address.includes('%')) return null
  const [head = '', tail] = address.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const parts = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return parts.reduce((value, part) => (value << 16n) | BigInt(`0x${part}`), 0n)
}
