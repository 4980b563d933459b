/**
 * Country and provider of an address, from DATA_DIR/networks.csv with lines `range,country,provider`, such as
 * `5.160.0.0/14,IR,ParsOnline` (docs/networks.md). Without the file, every address is unknown.
 */
import { readFileSync, statSync } from 'node:fs'
import { isIPv4, isIPv6 } from 'node:net'
import { join } from 'node:path'
import type { Env } from '../../env.ts'
import { decodeText } from '../../text/decode-text.ts'

export type Network = { country: string; provider: string }
/** Ranges by prefix length, then by prefix. IPv4 prefixes are numbers, which are read ten times as fast as bigints. */
type Ranges<Value> = Map<number, Map<Value, Network>>
type Table = { modified: number; v4: Ranges<number>; v6: Ranges<bigint>; lengths: number[] }

const UNKNOWN: Network = { country: '', provider: '' }
const tables = new Map<string, Table>()

export function networksFile({ DATA_DIR }: Pick<Env, 'DATA_DIR'>): string {
  return join(DATA_DIR, 'networks.csv')
}

/** Returns the network of the narrowest range that contains the address. The file is read again after a change. */
export function findNetwork(file: string, address: string): Network {
  const table = tableOf(file)
  if (!table) return UNKNOWN
  if (isIPv4(address)) {
    const value = v4Number(address)
    return narrowest(table, length => table.v4.get(length)?.get(firstBits(value, length)))
  }
  const value = v6Number(address)
  if (value === null) return UNKNOWN
  return narrowest(table, length => table.v6.get(length)?.get(value >> BigInt(128 - length)))
}

function narrowest({ lengths }: Table, find: (length: number) => Network | undefined): Network {
  for (const length of lengths) {
    const found = find(length)
    if (found) return found
  }
  return UNKNOWN
}

function tableOf(file: string): Table | null {
  const modified = statSync(file, { throwIfNoEntry: false })?.mtimeMs
  if (modified === undefined) return null
  const known = tables.get(file)
  if (known?.modified === modified) return known
  const table = readTable(decodeText(readFileSync(file)).text, modified)
  tables.set(file, table)
  return table
}

function readTable(text: string, modified: number): Table {
  const v4: Ranges<number> = new Map()
  const v6: Ranges<bigint> = new Map()
  const labels = new Map<string, Network>()
  for (let from = 0; from < text.length; ) {
    const end = text.indexOf('\n', from)
    const line = text.slice(from, end === -1 ? text.length : end)
    from = end === -1 ? text.length : end + 1
    const [, address = '', bits = '', label = ''] = LINE.exec(line) ?? []
    const length = Number(bits)
    const network = labels.get(label) ?? networkIn(label)
    if (isIPv4(address)) {
      if (length > 32) continue
      rangesOf(v4, length).set(firstBits(v4Number(address), length), network)
    } else {
      const value = v6Number(address)
      if (value === null || length > 128) continue
      rangesOf(v6, length).set(value >> BigInt(128 - length), network)
    }
    labels.set(label, network)
  }
  const lengths = [...new Set([...v4.keys(), ...v6.keys()])].sort((a, b) => b - a)
  return { modified, v4, v6, lengths }
}

const LINE = /^\s*([\da-fA-F.:]+)\/(\d{1,3}),(.*)$/

function networkIn(label: string): Network {
  const [country = '', ...provider] = label.split(',')
  return { country: country.trim().toUpperCase(), provider: provider.join(',').trim() }
}

function rangesOf<Value>(ranges: Ranges<Value>, length: number): Map<Value, Network> {
  const known = ranges.get(length) ?? new Map<Value, Network>()
  ranges.set(length, known)
  return known
}

/** Returns the first bits of an IPv4 address. Shifting by 32 bits would shift by none. */
function firstBits(value: number, length: number): number {
  return length === 0 ? 0 : value >>> (32 - length)
}

function v4Number(address: string): number {
  return address.split('.').reduce((value, part) => ((value << 8) | Number(part)) >>> 0, 0)
}

function v6Number(address: string): bigint | null {
  if (!isIPv6(address) || address.includes('.') || address.includes('%')) return null
  const [head = '', tail] = address.split('::')
  const before = head ? head.split(':') : []
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length
  const parts = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return parts.reduce((value, part) => (value << 16n) | BigInt(`0x${part}`), 0n)
}
