const CONTROLS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** Removes bidi controls. Separate from bidi.ts because every page loads this function. */
export function stripBidiControls(text: string): string {
  return text.replace(CONTROLS, '')
}
