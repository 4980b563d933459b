/**
 * An advert as VAST describes it (IAB VAST 2 to 4, wrappers included), reduced to what the player needs.
 * Only the server speaks to the advert server: browsers load nothing of other sites.
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
  /** Addresses to call, by event: impression, start, firstQuartile … skip, click, error. */
  events: Record<string, string[]>
}

/** Of one document, and of all that one advert may ask for: others write them. */
const XML_BYTES = 512 * 1024
const XML_TYPE = /\bxml\b/i
const WRAPPERS = 5
const DOCUMENTS = 8
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
  { guardedGet, timeoutMs }: { guardedGet: GuardedGet; timeoutMs: number },
): Promise<Advert | null> {
  const signal = AbortSignal.timeout(timeoutMs)
  // The operator names the first server, which may be a private one; whom that names in turn may not.
  const guard = {
    allowedOrigins: [new URL(url).origin],
    signal,
    maxBytes: XML_BYTES,
    type: XML_TYPE,
  }
  let left = DOCUMENTS
  const get = async (address: string) => {
    if (left-- === 0) return { error: new Error('too many documents'), statusCode: null }
    return readDocument(() => guardedGet(address.trim(), guard))
  }
  const client = new VASTClient()
  const answer = (await client.get(url, {
    wrapperLimit: WRAPPERS,
    resolveAll: false,
    urlHandler: { get },
  })) as { ads: ParsedAd[] }
  for (const ad of answer.ads) {
    const advert = advertOf(ad)
    if (advert) return advert
  }
  return null
}

async function readDocument(ask: () => Promise<GuardedReply>) {
  try {
    const { status, text } = await ask()
    if (status !== 200) throw new Error(`answered ${status}`)
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
