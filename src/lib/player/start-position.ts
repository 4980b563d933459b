/** `?t=83` of a link comes before the saved place; anything else is ignored. */
export function startPositionFromQuery(query: string, duration: number | null): number | null {
  const wanted = new URLSearchParams(query).get('t')
  if (wanted === null || !/^\d{1,6}(\.\d+)?$/.test(wanted)) return null
  const seconds = Number(wanted)
  return duration !== null && duration > 0 && seconds >= duration ? null : seconds
}
