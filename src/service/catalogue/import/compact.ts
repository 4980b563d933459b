/** Removes undefined, null, and empty lists and objects from a record. Lists keep their length. */
export function removeEmptyFields<T>(value: T): T {
  if (Array.isArray(value)) return value.map(removeEmptyFields) as T
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
    .map(([key, each]) => [key, removeEmptyFields(each)] as const)
    .filter(([, each]) => !isEmpty(each))
  return Object.fromEntries(entries) as T
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true
  return typeof value === 'object' && Object.keys(value).length === 0
}
