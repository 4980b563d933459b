/** How long a search is, for its shortest length: the browser and the service count alike. */
import { inOtherLayout } from './keyboard-layout.ts'
import { searchText } from './normalise.ts'

/** Letters and digits of the text as typed, or as the other keyboard layout writes it, where signs are letters: “'h,” is «گاو». */
export function searchLength(text: string): number {
  return Math.max(lettersIn(text), lettersIn(inOtherLayout(text) ?? ''))
}

function lettersIn(text: string): number {
  return [...searchText(text).replace(/ /g, '')].length
}
