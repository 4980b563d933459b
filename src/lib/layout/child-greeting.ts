import { stripBidiControls } from '../text/bidi-controls.ts'

/** The greeting of a child's home, which is the same page for all children of an age: the browser puts the name in. */
export const NAME_SLOT = '{name}'

/** @param text with NAME_SLOT, isolated */
export function greetingOf(name: string, text: string): string {
  return text.replace(NAME_SLOT, () => stripBidiControls(name))
}
