import { stripBidiControls } from '../text/bidi-controls.ts'

/**
 * The greeting on a child's home. The page is the same for all children of an age, and the browser inserts the name.
 */
export const NAME_SLOT = '{name}'

/** Returns the greeting with the isolated name. @param text contains NAME_SLOT */
export function childGreeting(name: string, text: string): string {
  return text.replace(NAME_SLOT, () => stripBidiControls(name))
}
