/**
 * Resolves a VAST document (IAB VAST 2 to 4, with wrappers) to what the player needs of it. Only the
 * server calls advert servers: browsers load nothing from other sites.
 */
import { VASTClient } from '@dailymotion/vast-client'
import { DOMParser } from '@xmldom/xmldom'
import type { GuardedGet, GuardedReply } from '../../http/guarded-get.ts'

export interface Advert {
  /** An HLS stream. */
  mediaUrl: string
  /** Seconds; null where it cannot be skipped. */
  skipAfter: number | null
  clickUrl: string | null
  /** Tracking URLs by event: impression, start, firstQuartile … skip, click, error. */
  events: Record<string, string[]>
}

/** Limits on documents of third parties: the size of each, and how many one advert may load. */
const MAX_XML_BYTES = 512 * 1024
const XML_TYPE = /\bxml\b/i
const MAX_WRAPPERS = 5
const MAX_DOCUMENTS = 8
/** Parse errors show as a missing advert. */
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

/** null where the response holds no playable advert. Rejects when the signal ends it. */
export async function resolveVast(
  url: string,
  { guardedGet, signal }: { guardedGet: GuardedGet; signal: AbortSignal },
): Promise<Advert | null> {
  // The first server is in the settings and may have a private address; those it redirects to may not.
  const guard = {
    allowedOrigins: [new URL(url).origin],
    signal,
    maxBytes: MAX_XML_BYTES,
    type: XML_TYPE,
  }
  let left = MAX_DOCUMENTS
  const get = async (address: string) => {
    if (left-- === 0) return { error: new Error('too many documents'), statusCode: null }
    return readDocument(() => guardedGet(address.trim(), guard))
  }
  const client = new VASTClient()
  const response = (await client.get(url, {
    wrapperLimit: MAX_WRAPPERS,
    resolveAll: false,
    urlHandler: { get },
  })) as { ads: ParsedAd[] }
  for (const ad of response.ads) {
    const advert = advertOf(ad)
    if (advert) return advert
  }
  return null
}

async function readDocument(request: () => Promise<GuardedReply>) {
  try {
    const { status, text } = await request()
    if (status !== 200) throw new Error(`status ${status}`)
    const xml = new DOMParser({ errorHandler: SILENT }).parseFromString(text, 'text/xml')
    return { xml, details: { byteLength: text.length, statusCode: status, rawXml: text } }
  } catch (error) {
    return { error, statusCode: null }
  }
}

function advertOf(ad: ParsedAd): Advert | null {
  const linear = ad.creatives.find(creative => creative.type === 'linear')
  const file = linear?.mediaFiles.find(({ mimeType }) => HLS_TYPES.has(mimeType.toLowerCase()))
  if (!linear || !file) return null
  const events: Advert['events'] = {
    impression: httpUrls(ad.impressionURLTemplates.map(it => it.url)),
    click: httpUrls(linear.videoClickTrackingURLTemplates.map(it => it.url)),
    error: httpUrls(ad.errorURLTemplates),
  }
  for (const name of EVENTS) events[name] = httpUrls(linear.trackingEvents[name] ?? [])
  return {
    mediaUrl: file.fileURL,
    skipAfter: linear.skipDelay,
    clickUrl: httpUrls([linear.videoClickThroughURLTemplate?.url ?? ''])[0] ?? null,
    events,
  }
}

function httpUrls(urls: string[]) {
  return urls.map(url => url.trim()).filter(url => /^https?:\/\/[^\s]+$/.test(url))
}
