import { createContext, use } from 'react'
import type { Language } from '#src/contract/languages.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import type { Player } from '#src/lib/player/player-interface.ts'

export type PlayerTexts = Translate<Key<'player' | 'common'>>

export interface PlayerContext {
  player: Player
  video: HTMLVideoElement
  /** The element that goes full screen. */
  root: HTMLElement
  t: PlayerTexts
  language: Language
  /** True in TV mode, in which arrow keys move the focus. */
  isTv: boolean
}

export const PlayerContext = createContext<PlayerContext | null>(null)

export function usePlayer(): PlayerContext {
  const context = use(PlayerContext)
  if (!context) throw new Error('usePlayer needs a PlayerContext')
  return context
}
