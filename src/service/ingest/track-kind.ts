/** Words by which the titles of tracks tell their kind, in Persian and English. */
import type { TrackKind } from '#src/contract/track-kinds.ts'
import { searchText } from '#src/lib/text/normalise.ts'

/** `title` matches its search text: small letters, digits and single spaces. */
type Signs = [kind: TrackKind, disposition: RegExp, title: RegExp][]
export const AUDIO_SIGNS: Signs = [
  [
    'description',
    /\((?:visual impaired|descriptions)\)/,
    /audio descri|descriptive|described|\bad\b|توصیف|توضیح(?:ات)? صوتی|نابینا|روشندل/,
  ],
  [
    'commentary',
    /\(comment\)/,
    /commentary|گفتار همراه|(?:گفتار|نظر|صدای) (?:کارگردان|نویسنده|سازندگان|عوامل|بازیگران)/,
  ],
]
export const CAPTION_SIGNS: Signs = [
  ['forced', /\(forced\)/, /\bforced\b|اجباری/],
  ['sdh', /\((?:hearing impaired|captions)\)/, /\bsdh\b|\bcc\b|hearing impaired|ناشنوا|کم ?شنوا/],
]

/**
 * As the file says by a disposition, else by the title of the track.
 *
 * @param what the line of the track as ffmpeg prints it, without its index, and the lines below it
 */
export function kindOf(what: string, signs: Signs): TrackKind | undefined {
  const [line = ''] = what.split('\n')
  const title = searchText(/^\s*title\s*: (.*)$/m.exec(what)?.[1] ?? '')
  const found = signs.find(([, disposition]) => disposition.test(line))
  return (found ?? signs.find(([, , said]) => said.test(title)))?.[0]
}
