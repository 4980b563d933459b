/** Counts the length of a search for its minimum length. The browser and the service count alike. */
import { toOtherLayout } from './keyboard-layout.ts'
import { searchText } from './normalise.ts'

/**
 * Counts letters and digits of the text as typed, or in the other keyboard layout if its signs are letters there: “'h,”
 * is «گاو».
 */
export function searchLength(text: string): number {
  return Math.max(lettersIn(text), lettersIn(toOtherLayout(text) ?? ''))
}

function lettersIn(text: string): number {
  return [...searchText(text).replace(/ /g, '')].length
}
