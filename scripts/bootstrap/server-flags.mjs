/**
 * Flags of Node for the site. Otherwise V8's heap grows to several times the memory in use, and glibc reserves memory per thread
 * that it does not return. Over 20,000 uncached pages, a node takes at most 374 MB with them (docs/operations.md compares others).
 * The imported module halves the time of loading the service. Its path is relative to the project, where every program starts.
 */
export const SERVER_FLAGS = [
  '--max-semi-space-size=16',
  '--heap-growing-percent=70',
  '--import=./src/service/platform/module-resolution.ts',
]
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1' }
