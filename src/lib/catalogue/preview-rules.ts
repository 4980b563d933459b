/**
 * Decides who gets a silent trailer on a card. The service checks a child's age and sends no trailer if the title is
 * denied.
 */

import { isDataSaverOn, storedPreference } from '../player/data-saver.ts'

/** Finds the card with a trailer that contains the target of an event. */
export type CardFinder = (target: EventTarget | null) => HTMLElement | null

export type PreviewViewer = {
  matches: (query: string) => boolean
  /** True if the browser or the player's data saver asks to save data. */
  savesData: boolean
  isTvMode: boolean
}

const POINTER = '(hover: hover) and (pointer: fine)'
const EXCLUDED = ['(prefers-reduced-motion: reduce)', '(prefers-reduced-data: reduce)']

export function mayPreview({ matches, savesData, isTvMode }: PreviewViewer): boolean {
  return matches(POINTER) && !savesData && !isTvMode && !EXCLUDED.some(matches)
}

/** Reads the viewer's settings. Browser only. */
export function previewViewer(): PreviewViewer {
  return {
    matches: query => matchMedia(query).matches,
    savesData: isDataSaverOn(storedPreference('dataSaver')),
    isTvMode: document.documentElement.dataset.tv !== undefined,
  }
}
