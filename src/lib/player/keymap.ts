/** Keys to commands: one table for keyboards, one for the keys that only remotes have. */
import type { Direction } from '../tv/spatial-navigation.ts'

export type Command =
  | {
      do: 'toggle' | 'play' | 'pause' | 'mute' | 'fullscreen' | 'captions' | 'pip' | 'back' | 'next'
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
  /** A menu or panel is open: arrows move inside it. */
  isMenuOpen: boolean
  /** The bar is on screen; on a TV the first arrow only brings it back. */
  areControlsVisible: boolean
  /** What has focus takes Enter and Space by itself. */
  isOnButton: boolean
  /** A slider has focus and takes the arrows by itself. */
  isOnSlider: boolean
}

const SKIP_SECONDS = 10
const VOLUME_STEP = 0.05

const REMOTE: Record<string, Command> = {
  MediaPlayPause: { do: 'toggle' },
  MediaPlay: { do: 'play' },
  MediaPause: { do: 'pause' },
  MediaStop: { do: 'back' },
  MediaFastForward: { do: 'skip', seconds: SKIP_SECONDS },
  MediaRewind: { do: 'skip', seconds: -SKIP_SECONDS },
  MediaTrackNext: { do: 'next' },
  BrowserBack: { do: 'back' },
  GoBack: { do: 'back' },
  XF86Back: { do: 'back' },
}

/** Letters go by their place on the keyboard, so that they work in a Persian layout too. */
const LETTERS: Record<string, Command> = {
  KeyK: { do: 'toggle' },
  KeyJ: { do: 'skip', seconds: -SKIP_SECONDS },
  KeyL: { do: 'skip', seconds: SKIP_SECONDS },
  KeyM: { do: 'mute' },
  KeyF: { do: 'fullscreen' },
  KeyC: { do: 'captions' },
  KeyI: { do: 'pip' },
}

const ARROWS: Record<string, { direction: Direction; command: Command }> = {
  ArrowRight: { direction: 'right', command: { do: 'skip', seconds: SKIP_SECONDS } },
  ArrowLeft: { direction: 'left', command: { do: 'skip', seconds: -SKIP_SECONDS } },
  ArrowUp: { direction: 'up', command: { do: 'volume', by: VOLUME_STEP } },
  ArrowDown: { direction: 'down', command: { do: 'volume', by: -VOLUME_STEP } },
}

/** The command of a key, or null where the key is left to whatever has focus. */
export function commandFor(key: Key, context: KeyContext): Command | null {
  const remote = REMOTE[key.key]
  if (remote) return remote
  if (key.hasModifier) return null
  if (key.key === 'Escape') return { do: 'back' }
  const arrow = ARROWS[key.key]
  if (arrow) return arrowCommand(arrow, context)
  if (context.isMenuOpen) return null
  if (key.key === ' ') return context.isOnButton ? null : { do: 'toggle' }
  if (key.key === 'Enter')
    return context.isTv && !context.areControlsVisible ? { do: 'toggle' } : null
  return playbackKey(key, context)
}

function arrowCommand(arrow: { direction: Direction; command: Command }, context: KeyContext) {
  if (context.isTv) return tvArrow(arrow, context)
  if (context.isMenuOpen) return { do: 'focus', direction: arrow.direction } as const
  if (context.isOnSlider) return null
  return arrow.command
}

/** With the bar away, left and right seek and up and down bring the bar; with it, arrows walk. */
function tvArrow(
  { direction, command }: { direction: Direction; command: Command },
  context: KeyContext,
): Command | null {
  const isSideways = direction === 'left' || direction === 'right'
  if (!context.areControlsVisible && !context.isMenuOpen && isSideways) return command
  if (context.isOnSlider && isSideways) return null
  return { do: 'focus', direction }
}

function playbackKey(key: Key, context: KeyContext): Command | null {
  if (key.key === '<' || (key.shift && key.code === 'Comma')) return { do: 'rate', by: -1 }
  if (key.key === '>' || (key.shift && key.code === 'Period')) return { do: 'rate', by: 1 }
  if (key.shift && key.code === 'KeyN') return { do: 'next' }
  if (!context.isOnSlider && key.key === 'Home') return { do: 'seekShare', share: 0 }
  if (!context.isOnSlider && key.key === 'End') return { do: 'seekShare', share: 1 }
  const digit = /^(?:Digit|Numpad)(\d)$/.exec(key.code)
  if (digit && !key.shift) return { do: 'seekShare', share: Number(digit[1]) / 10 }
  return LETTERS[key.code] ?? null
}
