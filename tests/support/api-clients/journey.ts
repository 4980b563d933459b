/** What a journey through the API needs besides the generated client, and what it returns for the test to check. */
export type JourneyInput = {
  /** Address of the API. */
  baseUrl: string
  msisdn: string
  /** Short identifier of a film that needs a subscription. */
  film: string
  /** Text that finds the film. */
  query: string
  /** Returns the code of the last SMS to the number. */
  readCode: () => Promise<string>
  /** Pays at the bank's page, and follows the way back to the site. */
  pay: (page: string) => Promise<void>
}
export type JourneyResult = {
  isRefusedBeforePurchase: boolean
  homeRows: number
  found: string[]
  bookmarks: string[]
  payment: string
  /** Status of a request for the first segment, without cookie or header. */
  segmentStatus: number
  isRenewed: boolean
  continueWatching: string[]
  /** Result of a call after the sign-out. */
  afterSignOut: string
}

/** Follows the playlists to the first segment, as a native player does, and returns the status of its request. */
export async function requestSegment(manifestUrl: string): Promise<number> {
  const master = await readPlaylist(manifestUrl)
  const rendition = new URL(firstUri(master), manifestUrl).href
  const media = await readPlaylist(rendition)
  const segment = new URL(firstUri(media), rendition).href
  const reply = await fetch(segment, { headers: { Range: 'bytes=0-1023' } })
  await reply.body?.cancel()
  return reply.status
}

async function readPlaylist(url: string): Promise<string> {
  const reply = await fetch(url)
  if (!reply.ok) throw new Error(`${url} answered ${reply.status}`)
  return reply.text()
}

function firstUri(playlist: string): string {
  const uri = playlist.split('\n').find(line => line !== '' && !line.startsWith('#'))
  if (!uri) throw new Error('the playlist is empty')
  return uri
}
