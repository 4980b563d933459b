/** Returns the seconds of a link's `?t=83`, which overrides the saved position; null if missing or invalid. */
export function startPositionFromQuery(query: string, duration: number | null): number | null {
  const value = new URLSearchParams(query).get('t')
  if (value === null || !/^\d{1,6}(\.\d+)?$/.test(value)) return null
  const seconds = Number(value)
  return duration !== null && duration > 0 && seconds >= duration ? null : seconds
}

/** Returns the URL without `?t=`. Once playback has started, the saved position counts. */
export function withoutStartPosition(href: string): string {
  const url = new URL(href)
  url.searchParams.delete('t')
  return url.href
}

/** Returns the URL of this page that starts at a position. @param position seconds */
export function urlAtPosition(href: string, position: number): string {
  const url = new URL(withoutStartPosition(href))
  url.searchParams.set('t', String(Math.floor(position)))
  url.hash = ''
  return url.href
}
