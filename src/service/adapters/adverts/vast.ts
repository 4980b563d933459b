/**
 * An advert as VAST describes it (IAB VAST 2 to 4, wrappers included), reduced to what the player needs.
 * Only the server speaks to the advert server: browsers load nothing of other sites.
 */
import { VASTClient } from '@dailymotion/vast-client'
import { DOMParser } from '@xmldom/xmldom'

export interface Advert {
  /** An HLS stream. */
  mediaUrl: string
  /** Seconds; null where it cannot be skipped. */
  skipAfter: number | null
  clickUrl: string | null
  /** Addresses to call, by event: impression, start, firstQuartile … skip, click, error. */
  events: Record<string, string[]>
}

const LONGEST_XML = 256 * 1024
const WRAPPERS = 3
/** What is wrong with an answer shows in there being no advert. */
const SILENT = { warning() {}, error() {}, fatalError() {} }
const EVENTS = ['start', 'firstQuartile', 'midpoint', 'thirdQuartile', 'complete', 'skip']
const HLS_TYPES = new Set(['application/x-mpegurl', 'application/vnd.apple.mpegurl'])

interface Template {
  url: string
}
interface Linear {
  type: string
  skipDelay: number | null
  mediaFiles: { fileURL: string; mimeType: string }[]
  trackingEvents: Record<string, string[]>
  videoClickThroughURLTemplate: Template | null
  videoClickTrackingURLTemplates: Template[]
}
interface ParsedAd {
  impressionURLTemplates: Template[]
  errorURLTemplates: string[]
  creatives: Linear[]
}

/** null where the answer holds no advert that can be played. Rejects where there is no answer in time. */
export async function resolveVast(
  url: string,
  { fetch, timeoutMs }: { fetch: typeof globalThis.fetch; timeoutMs: number },
): Promise<Advert | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  const client = new VASTClient()
  const answer = (await client.get(url, {
    wrapperLimit: WRAPPERS,
    resolveAll: false,
    urlHandler: { get: (address: string) => fetchXml(address, fetch, signal) },
  })) as { ads: ParsedAd[] }
  for (const ad of answer.ads) {
    const advert = advertOf(ad)
    if (advert) return advert
  }
  return null
}

async function fetchXml(url: string, fetch: typeof globalThis.fetch, signal: AbortSignal) {
  try {
    if (!/^https?:\/\//.test(url)) throw new Error('no web address')
    const reply = await fetch(url, { signal, redirect: 'follow' })
    const text = await reply.text()
    if (!reply.ok || text.length > LONGEST_XML) throw new Error(`answered ${reply.status}`)
    const xml = new DOMParser({ errorHandler: SILENT }).parseFromString(text, 'text/xml')
    return { xml, details: { byteLength: text.length, statusCode: reply.status, rawXml: text } }
  } catch (error) {
    return { error, statusCode: null }
  }
}

function advertOf(ad: ParsedAd): Advert | null {
  const linear = ad.creatives.find(creative => creative.type === 'linear')
  const file = linear?.mediaFiles.find(({ mimeType }) => HLS_TYPES.has(mimeType.toLowerCase()))
  if (!linear || !file) return null
  const events: Advert['events'] = {
    impression: addresses(ad.impressionURLTemplates.map(it => it.url)),
    click: addresses(linear.videoClickTrackingURLTemplates.map(it => it.url)),
    error: addresses(ad.errorURLTemplates),
  }
  for (const name of EVENTS) events[name] = addresses(linear.trackingEvents[name] ?? [])
  return {
    mediaUrl: file.fileURL,
    skipAfter: linear.skipDelay,
    clickUrl: addresses([linear.videoClickThroughURLTemplate?.url ?? ''])[0] ?? null,
    events,
  }
}

function addresses(urls: string[]) {
  return urls.map(url => url.trim()).filter(url => /^https?:\/\/[^\s]+$/.test(url))
}
