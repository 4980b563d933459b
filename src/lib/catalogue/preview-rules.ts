/** Who gets a silent trailer on a card. Whether a child may see the title is for the service to say, which then sends none. */

import { isDataSaverOn, storedPreference } from '../player/data-saver.ts'

/** The card with a trailer that an event is on. */
export type CardFinder = (target: EventTarget | null) => HTMLElement | null

export type PreviewViewer = {
  matches: (query: string) => boolean
  /** By the browser, or by the player's data saver. */
  savesData: boolean
  isTvMode: boolean
}

const POINTER = '(hover: hover) and (pointer: fine)'
const EXCLUDED = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

export function mayPreview({ matches, savesData, isTvMode }: PreviewViewer): boolean {
  return matches(POINTER) && !savesData && !isTvMode && !EXCLUDED.some(matches)
}

/** Browser only. */
export function previewViewer(): PreviewViewer {
  return {
    matches: query => matchMedia(query).matches,
    savesData: isDataSaverOn(storedPreference('dataSaver')),
    isTvMode: document.documentElement.dataset.tv !== undefined,
  }
}
