/** The viewer's player preferences, stored in this browser. */
import { persistentMap } from '../storage/persistent.ts'
import type { CaptionColour, CaptionEdge } from './caption-look.ts'
import type { DataSaver } from './data-saver.ts'

type CaptionSize = 'small' | 'medium' | 'large' | 'xlarge'
type CaptionStyle = 'shadow' | 'box' | 'outline' | 'yellow' | 'own'
type ControlsMode = 'simple' | 'advanced'

export interface Preferences {
  volume: number
  isMuted: boolean
  rate: number
  /** A language, or one with a kind (`fa/description`); empty if the viewer has not chosen. */
  audio: string
  /** Like `audio`, or `off`. */
  caption: string
  /** Language of captions shown above the first ones; empty for none. */
  secondCaption: string
  captionSize: CaptionSize
  captionStyle: CaptionStyle
  /** These four belong to the style `own`; the opacity is in percent. */
  captionColour: CaptionColour
  captionBackground: CaptionColour
  captionOpacity: number
  captionEdge: CaptionEdge
  autoplayNext: boolean
  /** True if the picture fills the screen and its edges are cut off. */
  fill: boolean
  /** `advanced` adds speed, picture-in-picture and the list of shortcuts. */
  mode: ControlsMode
  /** Bits per second, measured on the last visit; 0 for none. */
  bandwidth: number
  /** Empty if the viewer has not chosen. */
  dataSaver: DataSaver
}

export const defaultPreferences: Preferences = {
  volume: 1,
  isMuted: false,
  rate: 1,
  audio: '',
  caption: '',
  secondCaption: '',
  captionSize: 'medium',
  captionStyle: 'shadow',
  captionColour: 'white',
  captionBackground: 'black',
  captionOpacity: 75,
  captionEdge: 'none',
  autoplayNext: true,
  fill: false,
  mode: 'simple',
  bandwidth: 0,
  dataSaver: '',
}

type Stored = Preferences[keyof Preferences]

/** The stored value may come from an older version or may have been edited: invalid values become the default. */
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
  const defaultValue = defaultPreferences[key as keyof Preferences]
  if (typeof value !== typeof defaultValue) return false
  return typeof value !== 'number' || Number.isFinite(value)
}

type CaptionLook = Exclude<Extract<keyof Preferences, `caption${string}`>, 'caption'>
const CAPTION_LOOK: Record<CaptionLook, true> = {
  captionSize: true,
  captionStyle: true,
  captionColour: true,
  captionBackground: true,
  captionOpacity: true,
  captionEdge: true,
}

export function resetCaptionLook(): void {
  for (const key of Object.keys(CAPTION_LOOK) as CaptionLook[])
    $preferences.setKey(key, defaultPreferences[key])
}
