/** Time limit in seconds. Without an answer the device plays the stream as fMP4. */
const PATIENCE = 5

/**
 * Returns the segment format of an HLS stream: `./pardeh ingest` produces fMP4, and the encoder of a live channel may
 * send MPEG-TS. fMP4 needs EXT-X-MAP (RFC 8216, 4.3.2.5). A stream that cannot be read counts as fMP4.
 * @param url of its master playlist, or of its only playlist
 */
export async function detectSegmentFormat(
  url: string,
  textAt: (url: string) => Promise<string> = textOf,
): Promise<'fmp4' | 'ts'> {
  try {
    const master = await textAt(url)
    const variant = /^#EXT-X-STREAM-INF:.*\n(?:#.*\n)*([^#\s].*)$/m.exec(
      master.replaceAll('\r', ''),
    )
    const playlist = variant?.[1] ? await textAt(new URL(variant[1], url).href) : master
    return /^#EXTINF:/m.test(playlist) && !/^#EXT-X-MAP:/m.test(playlist) ? 'ts' : 'fmp4'
  } catch {
    return 'fmp4'
  }
}

async function textOf(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(PATIENCE * 1000) })
  if (!answer.ok) throw new Error(`${answer.status}`)
  return answer.text()
}
