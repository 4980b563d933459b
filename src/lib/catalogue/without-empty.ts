/** Removes empty fields, which search engines report as errors. */

/** Removes null, undefined, empty texts, empty lists and objects without fields, at every depth. */
export function withoutEmpty<T>(value: T): T {
  if (Array.isArray(value)) return value.map(withoutEmpty).filter(isSaid) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, part]) => [name, withoutEmpty(part)] as const)
  return Object.fromEntries(entries.filter(([, part]) => isSaid(part))) as T
}

function isSaid(value: unknown): boolean {
  if (value === null || value === undefined) return false
  if (typeof value === 'string') return value.trim() !== ''
  if (typeof value !== 'object') return true
  return Object.keys(value).some(name => name !== '@type')
}
