type AskedRange = { kind: 'all' } | { kind: 'part'; start: number; end: number } | { kind: 'none' }

/** Parses a Range header (RFC 9110); `end` is included. Several ranges or a malformed header mean the whole file. */
export function parseRange(header: string | undefined, size: number): AskedRange {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'all' }
  if (match[1] === '') return lastBytes(Number(match[2]), size)
  const start = Number(match[1])
  const end = match[2] === '' ? size - 1 : Math.min(Number(match[2]), size - 1)
  if (match[2] !== '' && Number(match[2]) < start) return { kind: 'all' }
  return start >= size ? { kind: 'none' } : { kind: 'part', start, end }
}

function lastBytes(count: number, size: number): AskedRange {
  if (count === 0 || size === 0) return { kind: 'none' }
  return { kind: 'part', start: Math.max(0, size - count), end: size - 1 }
}
