/**
 * Reader of the files that the registries (RIPE NCC, APNIC, ARIN, LACNIC, AFRINIC) publish daily: country and organisation of each
 * address range and AS number. https://www.apnic.net/about-apnic/corporate-documents/documents/resource-guidelines/rir-statistics-exchange-format/
 */
import ipaddr from 'ipaddr.js'

export type Range = { bits: 32 | 128; from: bigint; to: bigint }
export type Delegation =
  | { kind: 'addresses'; range: Range; country: string; holder: string }
  | { kind: 'as'; number: number; holder: string }

const GIVEN = new Set(['allocated', 'assigned'])

/**
 * Reads a line such as `ripencc|IR|ipv4|5.160.0.0|262144|20120906|allocated|holder`; only the extended files have a holder.
 * @returns null for headers, comments and unassigned ranges, 'wrong' for a record that cannot be read
 */
export function readDelegation(line: string): Delegation | null | 'wrong' {
  if (line.startsWith('#') || line.trim() === '') return null
  const fields = line.trim().split('|')
  const [registry = '', country = '', kind, start = '', value = '', , status = '', id = ''] = fields
  if (/^\d/.test(registry) || status === 'summary' || fields[5] === 'summary') return null
  if (fields.length < 7 || !/^(ipv4|ipv6|asn)$/.test(kind ?? '')) return 'wrong'
  if (!GIVEN.has(status)) return null
  // Ids of organisations are unique within a registry only.
  const holder = id && `${registry}:${id}`
  const count = Number(value)
  if (!Number.isSafeInteger(count) || count < 1) return 'wrong'
  if (kind === 'asn')
    return /^\d{1,10}$/.test(start) ? { kind: 'as', number: Number(start), holder } : 'wrong'
  if (!/^[A-Z]{2}$/i.test(country)) return country === '' ? null : 'wrong'
  if (/^zz$/i.test(country)) return null
  const range = kind === 'ipv4' ? v4(start, count) : v6(start, count)
  return range ? { kind: 'addresses', range, country: country.toUpperCase(), holder } : 'wrong'
}

function v4(start: string, count: number): Range | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(start) || count > 2 ** 32) return null
  const from = numberOf(ipaddr.IPv4.parse(start))
  const to = from + BigInt(count) - 1n
  return to < 1n << 32n ? { bits: 32, from, to } : null
}

function v6(start: string, length: number): Range | null {
  if (!ipaddr.IPv6.isValid(start) || length > 128) return null
  const from = numberOf(ipaddr.IPv6.parse(start))
  return { bits: 128, from, to: from + (1n << BigInt(128 - length)) - 1n }
}

function numberOf(address: ipaddr.IPv4 | ipaddr.IPv6): bigint {
  return address.toByteArray().reduce((value, byte) => (value << 8n) | BigInt(byte), 0n)
}

/**
 * Reads a line of RIPE NCC's list of AS names (https://ftp.ripe.net/ripe/asnames/asn.txt): `12880 DCI-AS Iran Information Technology, IR`.
 * The handle is left out if a name follows it.
 */
export function readAsName(line: string): { number: number; name: string } | null {
  const [, number, handle = '', words = ''] =
    /^(\d{1,10}) (\S+?)(?: (.+?))?, [A-Z]{2}$/.exec(line.trim()) ?? []
  const name = (words || handle).replace(/\p{C}/gu, '').trim()
  return number && name && handle !== '-Reserved' ? { number: Number(number), name } : null
}
