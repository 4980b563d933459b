/**
 * Reads a VAST document (IAB VAST 2 to 4, with wrappers) and returns what the player needs. Only the
 * service calls advert servers: browsers load nothing from other sites.
 */
import { VASTClient } from '@dailymotion/vast-client'
import { DOMParser } from '@xmldom/xmldom'
import { escapeXml } from '#src/lib/text/xml.ts'
import type { GuardedGet, GuardedReply } from '../../http/guarded-get.ts'
import { scanXml } from '../../text/read-xml.ts'

export interface Advert {
  /** URL of an HLS stream. */
  mediaUrl: string
  /** Seconds after which the viewer may skip the advert; null if it cannot be skipped. */
  skipAfter: number | null
  clickUrl: string | null
  /** Tracking URLs by event: impression, start, firstQuartile … skip, click, error. */
  events: Record<string, string[]>
}

/** Maximum size of one document from an advert server, in bytes. */
const MAX_XML_BYTES = 512 * 1024
/** Maximum number of elements, texts and attributes in one document; real ones have a few hundred. */
const MAX_XML_PARTS = 20_000
const XML_TYPE = /\bxml\b/i
const MAX_WRAPPERS = 5
const MAX_DOCUMENTS = 8
/** Parse errors are not logged: an advert that cannot be read is left out. */
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

/** Returns the first playable advert of a VAST URL; null if it has none. Rejects if the signal is aborted. */
export async function resolveVast(
  url: string,
  { guardedGet, signal }: { guardedGet: GuardedGet; signal: AbortSignal },
): Promise<Advert | null> {
  // The first server comes from the settings and may have a private address. The servers it redirects to may not.
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
    const xml = new DOMParser({ errorHandler: SILENT }).parseFromString(plainXml(text), 'text/xml')
    return { xml, details: { byteLength: text.length, statusCode: status, rawXml: text } }
  } catch (error) {
    return { error, statusCode: null }
  }
}

/**
 * Returns the same document in plain XML. The parser takes quadratic time for some malformed documents, and minutes for 300 KB
 * of `<`. @throws XmlError, or Error for a document with too many parts
 */
export function plainXml(source: string): string {
  let xml = ''
  let parts = 0
  for (const part of scanXml(source)) {
    parts += part.type === 'open' ? 1 + part.attributes.size : 1
    if (parts > MAX_XML_PARTS) throw new Error(`more than ${MAX_XML_PARTS} parts`)
    if (part.type === 'text') xml += escapeXml(part.text)
    else if (part.type === 'close') xml += `</${part.name}>`
    else {
      const attributes = [...part.attributes].map(
        ([name, value]) => ` ${name}="${escapeXml(value)}"`,
      )
      xml += `<${part.name}${attributes.join('')}>`
    }
  }
  return xml
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
