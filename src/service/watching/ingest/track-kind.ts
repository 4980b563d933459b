/** Words in track titles that indicate their kind, in Persian and English. */
import type { TrackKind } from '#src/contract/track-kinds.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import type { ProbedTrack } from './probe.ts'

/** `title` matches its search text: lower-case letters, digits and single spaces. */
type Signs = [kind: TrackKind, dispositions: readonly string[], title: RegExp][]
export const AUDIO_SIGNS: Signs = [
  [
    'description',
    ['visual_impaired', 'descriptions'],
    /audio descri|descriptive|described|\bad\b|توصیف|توضیح(?:ات)? صوتی|نابینا|روشندل/,
  ],
  [
    'commentary',
    ['comment'],
    /commentary|گفتار همراه|(?:گفتار|نظر|صدای) (?:کارگردان|نویسنده|سازندگان|عوامل|بازیگران)/,
  ],
]
export const CAPTION_SIGNS: Signs = [
  ['forced', ['forced'], /\bforced\b|اجباری/],
  ['sdh', ['hearing_impaired', 'captions'], /\bsdh\b|\bcc\b|hearing impaired|ناشنوا|کم ?شنوا/],
]

/** Returns the kind from the dispositions in the file, else from the title of the track. */
export function detectTrackKind(
  { dispositions, title }: Pick<ProbedTrack, 'dispositions' | 'title'>,
  signs: Signs,
): TrackKind | undefined {
  const words = searchText(title)
  const stated = signs.find(([, names]) => names.some(name => dispositions.has(name)))
  return (stated ?? signs.find(([, , said]) => said.test(words)))?.[0]
}
