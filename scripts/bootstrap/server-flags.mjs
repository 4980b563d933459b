/**
 * Flags of Node for the site. Otherwise V8's heap grows to several times the memory in use, and glibc reserves memory per thread
 * that it does not return. Over 20,000 uncached pages, a node takes at most 374 MB with them (docs/operations.md compares others).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=70']
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
