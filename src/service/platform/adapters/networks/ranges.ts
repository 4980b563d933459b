/** Expresses address ranges as the smallest number of CIDR blocks. */
import ipaddr from 'ipaddr.js'
import type { Range } from './delegations.ts'

export type Labelled = Range & { country: string; provider: string }
export type Block = { range: string; country: string; provider: string }

/** Merges neighbours with the same label. Ranges inside other ranges stay, since the narrowest one counts. */
export function mergeIntoBlocks(ranges: readonly Labelled[]): Block[] {
  const sorted = ranges.toSorted(
    (a, b) => a.bits - b.bits || compare(a.from, b.from) || compare(b.to, a.to),
  )
  const merged: Labelled[] = []
  for (const range of sorted) {
    const last = merged.at(-1)
    const isNeighbour =
      last?.bits === range.bits &&
      last.to + 1n === range.from &&
      last.country === range.country &&
      last.provider === range.provider
    if (isNeighbour) merged[merged.length - 1] = { ...last, to: range.to }
    else merged.push(range)
  }
  return merged.flatMap(({ country, provider, ...range }) =>
    cidrBlocks(range).map(block => ({ range: block, country, provider })),
  )
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Returns the largest blocks that start at a multiple of their size and end within the range. */
export function cidrBlocks({ bits, from, to }: Range): string[] {
  const blocks: string[] = []
  for (let at = from; at <= to; ) {
    let size = at === 0n ? 1n << BigInt(bits) : at & -at
    while (at + size - 1n > to) size >>= 1n
    blocks.push(`${addressOf(at, bits)}/${bits - (size.toString(2).length - 1)}`)
    at += size
  }
  return blocks
}

function addressOf(value: bigint, bits: Range['bits']): string {
  const bytes = Array.from({ length: bits / 8 }, (_, at) =>
    Number((value >> BigInt(bits - 8 * (at + 1))) & 0xffn),
  )
  return ipaddr.fromByteArray(bytes).toString()
}
