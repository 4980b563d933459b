const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Apart from bidi.ts: every page loads it. */
export function stripBidiControls(text: string): string {
  return text.replace(CONTROLS, '')
}
