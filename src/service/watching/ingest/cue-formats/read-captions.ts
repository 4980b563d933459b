/**
 * Reads a file of captions in any format. The parsers are our own, because the libraries lose what they do not understand without
 * the line of it. docs/ingest.md describes the result.
 */

import { isPersian, toPersianLetters } from '#src/lib/text/persian-letters.ts'
import { escapeLine } from '#src/lib/text/visible.ts'
import { type DecodedText, decodeText } from '../../../platform/text/decode-text.ts'
import { IngestError } from '../ingest-error.ts'
import { isAss, parseAss } from './ass.ts'
import { type CaptionCue, type CueOmission, orderCues, type ParsedCaptions } from './cue.ts'
import { parseCueBlocks } from './cue-blocks.ts'
import { isTtml, parseTtml } from './ttml.ts'

/** Endings of caption files next to a video. */
export const CAPTION_ENDINGS = ['vtt', 'srt', 'ass', 'ssa', 'ttml', 'dfxp']

const MAX_BYTES = 20_000_000

export interface CaptionSource {
  bytes: Uint8Array
  /** Name of the file, for messages. */
  name: string
  /** Language of the captions: `fa`. */
  language: string
}

export interface ReadCaptions extends Pick<DecodedText, 'encoding' | 'badSequences' | 'badLines'> {
  /** By their start. */
  cues: CaptionCue[]
  /** Parts of the file that are not among the cues. */
  omissions: CueOmission[]
}

/**
 * Reads SubRip, WebVTT, SSA, ASS and TTML. The content decides about the format, and the ending of the name only about files
 * that could be several.
 * @throws IngestError if the file has no captions
 */
export function readCaptions({ bytes, name, language }: CaptionSource): ReadCaptions {
  const file = escapeLine(name)
  if (bytes.length > MAX_BYTES)
    throw new IngestError(`${file} is larger than ${MAX_BYTES / 1e6} MB, so it is not captions.`)
  const { text, ...decoded } = decodeText(bytes, { language })
  const { cues, omissions } = orderCues(parseCaptions(text, name))
  if (cues.length === 0) throw new IngestError(noCaptions(file, omissions))
  const own = isPersian(language) ? cues.map(withPersianLetters) : cues
  return { cues: own, omissions, ...decoded }
}

function withPersianLetters(cue: CaptionCue): CaptionCue {
  return { ...cue, text: toPersianLetters(cue.text) }
}

/** @throws IngestError for TTML that is not well-formed */
export function parseCaptions(source: string, name: string): ParsedCaptions {
  // Marks of byte order are also inside of files that were joined, and NULs in copies that were cut off.
  const text = source.replace(/[\ufeff\0]/g, '').replace(/\r+\n?/g, toLineFeeds)
  if (isTtml(text) || /\.(?:ttml|dfxp)$/i.test(name)) return parseTtml(text, escapeLine(name))
  const lines = text.split('\n')
  if (isAss(lines)) return parseAss(lines)
  const isWebVtt = text.trimStart().startsWith('WEBVTT') || /\.vtt$/i.test(name)
  return parseCueBlocks(lines, isWebVtt)
}

/** Some programs write CR CR LF for one end of a line. */
function toLineFeeds(ends: string): string {
  return ends.endsWith('\n') ? '\n' : '\n'.repeat(ends.length)
}

function noCaptions(file: string, [first]: CueOmission[]): string {
  const formats = 'SubRip (srt), WebVTT (vtt), ASS, SSA and TTML'
  if (first && first.reason !== 'before_first_cue')
    return `${file} contains no captions that can be shown. ${file}:${first.line}: ${describeCueOmission(first)}.`
  return `${file} contains no captions. The formats are ${formats}.`
}

const REASONS: Record<CueOmission['reason'], string> = {
  no_time: 'its times cannot be read',
  ends_early: 'it ends before it begins, or at the same moment',
  empty: 'it has no text',
  drawing: 'it is a drawing',
  repeated: 'it repeats another cue',
  comment: 'it is in a comment',
  before_first_cue: 'the text comes before the first cue',
}

/** Returns `left out, because it has no text`. */
export function describeCueOmission({ reason, text }: CueOmission): string {
  const excerpt = text === '' ? '' : `: ${escapeLine(text)}`
  return `left out, because ${REASONS[reason]}${excerpt}`
}
