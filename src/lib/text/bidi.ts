// Isolation in plain text (SMS, `title`, notifications, page titles); use <bdi> in markup.

import { stripBidiControls } from './bidi-controls.ts'

export { stripBidiControls }

/** Prevents foreign text from reordering the text around it (first strong isolate … pop). */
export function isolate(text: string): string {
  return `\u2068${stripBidiControls(text)}\u2069`
}

/** Isolates phone numbers, codes and card numbers in a Persian sentence. */
export function isolateLtr(text: string): string {
  return `\u2066${stripBidiControls(text)}\u2069`
}
