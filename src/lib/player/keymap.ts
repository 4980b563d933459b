/** Maps keys to player commands: tables for keyboards and for remote controls. */

import type { Direction } from '../tv/spatial-navigation.ts'
import { SKIP_SECONDS } from './scrub.ts'

export type Command =
  | {
      do:
        | 'toggle'
        | 'play'
        | 'pause'
        | 'mute'
        | 'fullscreen'
        | 'captions'
        | 'pip'
        | 'back'
        | 'next'
        | 'fill'
        | 'details'
    }
  | { do: 'skip'; seconds: number }
  | { do: 'volume'; by: number }
  | { do: 'rate'; by: 1 | -1 }
  | { do: 'seekShare'; share: number }
  | { do: 'focus'; direction: Direction }

export interface Key {
  key: string
  code: string
  hasModifier: boolean
  shift: boolean
}

export interface KeyContext {
  isTv: boolean
  /** A panel is open, and arrows move the focus inside it. */
  isPanelOpen: boolean
  /** False if a TV hides its controls: then the first up or down arrow shows them. */
  areControlsVisible: boolean
  /** The focused element handles Enter and Space. */
  isOnButton: boolean
  /** A slider has the focus and handles the arrows. */
  isOnSlider: boolean
}

const VOLUME_STEP = 0.05

/** Media keys of remote controls and headsets, with the names of remote-keys.ts. */
const MEDIA_KEYS: Record<string, Command> = {
  MediaPlayPause: { do: 'toggle' },
  MediaPlay: { do: 'play' },
  MediaPause: { do: 'pause' },
  MediaStop: { do: 'back' },
  MediaFastForward: { do: 'skip', seconds: SKIP_SECONDS },
  MediaRewind: { do: 'skip', seconds: -SKIP_SECONDS },
  MediaTrackNext: { do: 'next' },
  GoBack: { do: 'back' },
}

/** Shortcuts by `code`, the physical key, so that letters work with a Persian layout too. */
const SHORTCUTS: Record<string, Command> = {
  KeyK: { do: 'toggle' },
  KeyJ: { do: 'skip', seconds: -SKIP_SECONDS },
  KeyL: { do: 'skip', seconds: SKIP_SECONDS },
  KeyM: { do: 'mute' },
  KeyF: { do: 'fullscreen' },
  KeyC: { do: 'captions' },
  KeyI: { do: 'pip' },
  KeyZ: { do: 'fill' },
  KeyD: { do: 'details' },
}

const ARROWS: Record<string, { direction: Direction; command: Command }> = {
  ArrowRight: { direction: 'right', command: { do: 'skip', seconds: SKIP_SECONDS } },
  ArrowLeft: { direction: 'left', command: { do: 'skip', seconds: -SKIP_SECONDS } },
  ArrowUp: { direction: 'up', command: { do: 'volume', by: VOLUME_STEP } },
  ArrowDown: { direction: 'down', command: { do: 'volume', by: -VOLUME_STEP } },
}

/** Returns the command for a key; null leaves the key to the focused element. */
export function commandFor(key: Key, context: KeyContext): Command | null {
  const mediaCommand = MEDIA_KEYS[key.key]
  if (mediaCommand) return mediaCommand
  if (key.hasModifier) return null
  if (key.key === 'Escape') return { do: 'back' }
  const arrow = ARROWS[key.key]
  if (arrow) return arrowCommand(arrow, context)
  if (context.isPanelOpen) return null
  if (key.key === ' ') return context.isOnButton ? null : { do: 'toggle' }
  if (key.key === 'Enter')
    return context.isTv && !context.areControlsVisible ? { do: 'toggle' } : null
  return shortcutFor(key, context)
}

function arrowCommand(arrow: { direction: Direction; command: Command }, context: KeyContext) {
  if (context.isTv) return tvArrowCommand(arrow, context)
  if (context.isPanelOpen) return { do: 'focus', direction: arrow.direction } as const
  if (context.isOnSlider) return null
  return arrow.command
}

/** Returns the command of an arrow: left and right seek while controls are hidden; otherwise arrows move the focus. */
function tvArrowCommand(
  { direction, command }: { direction: Direction; command: Command },
  context: KeyContext,
): Command | null {
  const isSideways = direction === 'left' || direction === 'right'
  if (!context.areControlsVisible && !context.isPanelOpen && isSideways) return command
  if (context.isOnSlider && isSideways) return null
  return { do: 'focus', direction }
}

function shortcutFor(key: Key, context: KeyContext): Command | null {
  if (key.key === '<' || (key.shift && key.code === 'Comma')) return { do: 'rate', by: -1 }
  if (key.key === '>' || (key.shift && key.code === 'Period')) return { do: 'rate', by: 1 }
  if (key.shift && key.code === 'KeyN') return { do: 'next' }
  if (!context.isOnSlider && key.key === 'Home') return { do: 'seekShare', share: 0 }
  if (!context.isOnSlider && key.key === 'End') return { do: 'seekShare', share: 1 }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(key.code)
  if (digit && !key.shift) return { do: 'seekShare', share: Number(digit[1]) / 10 }
  return SHORTCUTS[key.code] ?? null
}
