/** The shell's first script stands in the page itself: a file of its own would hold up the first paint by a round trip. */
import source from '#src/lib/shell/browser/early.js?raw'

/** Without comments and indents. */
export const EARLY = source.replace(/\/\*[\s\S]*?\*\/|\/\/ .*$|^\s+|\n(?=\n)/gm, '')
const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(EARLY))
/** For the Content-Security-Policy of the pages that carry it. */
export const EARLY_HASH = `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}` as const
