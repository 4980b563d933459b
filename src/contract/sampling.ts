/** A file of its own, so that the script that reports errors loads even if other files such as limits.ts do not. */
export const ERROR_SAMPLE_RATE = 0.1
export const TRACE_SAMPLE_RATE = 1
