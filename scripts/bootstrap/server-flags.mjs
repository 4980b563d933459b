/**
 * Flags of Node for the site. V8 would let its space of new objects grow to many times what a page needs: with these few MB an idle node is 130 MB
 * smaller (docs/benchmarks.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4']
