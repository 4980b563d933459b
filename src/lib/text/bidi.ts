// For plain text only (SMS, `title`, notifications, page titles); in markup use <bdi>.

import { stripBidiControls } from './bidi-controls.ts'

export { stripBidiControls }

/** Keeps foreign text from reordering what stands around it (first strong isolate … pop). */
export function isolate(text: string): string {
  return `\u2068${stripBidiControls(text)}\u2069`
}

/** For phone numbers, codes and card numbers inside a Persian sentence. */
export function isolateLtr(text: string): string {
  return `\u2066${stripBidiControls(text)}\u2069`
}
