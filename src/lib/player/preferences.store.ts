/** What a viewer has chosen once and keeps on this device. */
import { persistentMap } from '@nanostores/persistent'

export type CaptionSize = 'small' | 'medium' | 'large' | 'xlarge'
export type CaptionStyle = 'shadow' | 'box' | 'outline' | 'yellow'
export type PlayerMode = 'simple' | 'advanced'

export interface Preferences {
  volume: number
  isMuted: boolean
  rate: number
  /** A language, or empty where nobody has chosen. */
  audio: string
  /** A language, `off`, or empty where nobody has chosen. */
  caption: string
  captionSize: CaptionSize
  captionStyle: CaptionStyle
  autoplayNext: boolean
  mode: PlayerMode
  /** Bits per second measured last time; 0 for never. */
  bandwidth: number
}

export const defaultPreferences: Preferences = {
  volume: 1,
  isMuted: false,
  rate: 1,
  audio: '',
  caption: '',
  captionSize: 'medium',
  captionStyle: 'shadow',
  autoplayNext: true,
  mode: 'simple',
  bandwidth: 0,
}

type Stored = Preferences[keyof Preferences]

/** What is stored may be of an older version or touched by hand: anything strange falls back. */
function decode(text: string): Stored {
  try {
    return JSON.parse(text) as Stored
  } catch {
    return ''
  }
}

export const $preferences = persistentMap<Preferences>('player:', defaultPreferences, {
  encode: JSON.stringify,
  decode,
})

export function preferences(): Preferences {
  const stored = Object.entries($preferences.get()).filter(isUsable)
  return { ...defaultPreferences, ...Object.fromEntries(stored) }
}

function isUsable([key, value]: [string, unknown]) {
  const standard = defaultPreferences[key as keyof Preferences]
  if (typeof value !== typeof standard) return false
  return typeof value !== 'number' || Number.isFinite(value)
}
