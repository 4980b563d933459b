/** A record without what says nothing: undefined, null, and empty lists and objects. Lists keep their length. */
export function compact<T>(value: T): T {
  if (Array.isArray(value)) return value.map(compact) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, each]) => [key, compact(each)] as const)
    .filter(([, each]) => !isEmpty(each))
  return Object.fromEntries(entries) as T
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
