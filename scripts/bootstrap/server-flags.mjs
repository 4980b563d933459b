/**
 * How Node runs the site: V8 would let its heap grow to several times what is in use, and glibc takes memory for each thread that it does not give
 * back. After 3,500 uncached pages a node takes 342 MB with these and 506 without, and renders as many pages a second. A semi-space of 8 and growth by
 * 50% save 45 MB more, and cost a fifth of the pages (docs/operations.md).
 */
export const SERVER_FLAGS = ['--max-semi-space-size=16', '--heap-growing-percent=100']
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
