/** Seconds from a link's `?t=83`, which overrides the saved position; null where missing or invalid. */
export function startPositionFromQuery(query: string, duration: number | null): number | null {
  const value = new URLSearchParams(query).get('t')
  if (value === null || !/^\d{1,6}(\.\d+)?$/.test(value)) return null
  const seconds = Number(value)
  return duration !== null && duration > 0 && seconds >= duration ? null : seconds
}
