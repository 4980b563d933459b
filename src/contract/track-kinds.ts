/** Kinds of tracks beside the usual one of a language. */
export const AUDIO_KINDS = ['description', 'commentary'] as const
export type AudioKind = (typeof AUDIO_KINDS)[number]

/** With sounds in words for the deaf; and those that are shown where no captions are chosen: signs, and what is said in other languages. */
export const CAPTION_KINDS = ['sdh', 'forced'] as const
export type CaptionKind = (typeof CAPTION_KINDS)[number]

export const TRACK_KINDS = [...AUDIO_KINDS, ...CAPTION_KINDS] as const
export type TrackKind = (typeof TRACK_KINDS)[number]
