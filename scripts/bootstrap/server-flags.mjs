/**
 * How Node runs the site: V8 would let its heap grow to several times what is in use, and glibc takes memory for each thread that it does not give
 * back. Over 20,000 uncached pages a node takes 374 MB at most with these (docs/operations.md says what others take).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=70']
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
