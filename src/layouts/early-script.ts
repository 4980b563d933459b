/** The shell's first script stands in the page itself: a file of its own would hold up the first paint by a round trip. */
import { createHash } from 'node:crypto'
import source from '#src/lib/shell/browser/early.js?raw'

/** Without comments and indents. */
export const EARLY = source.replace(/\/\*[\s\S]*?\*\/|\/\/ .*$|^\s+|\n(?=\n)/gm, '')
/** For the Content-Security-Policy of the pages that carry it. */
export const EARLY_HASH = `sha256-${createHash('sha256').update(EARLY).digest('base64')}` as const
