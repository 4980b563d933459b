/** Kinds of audio tracks besides the usual one of a language. */
export const AUDIO_KINDS = ['description', 'commentary'] as const
export type AudioKind = (typeof AUDIO_KINDS)[number]

/** `sdh` describes sounds for deaf viewers. `forced` is shown if no captions are chosen: signs, and speech in other languages. */
export const CAPTION_KINDS = ['sdh', 'forced'] as const
export type CaptionKind = (typeof CAPTION_KINDS)[number]

export const TRACK_KINDS = [...AUDIO_KINDS, ...CAPTION_KINDS] as const
export type TrackKind = (typeof TRACK_KINDS)[number]
