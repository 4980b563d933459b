/** By itself: the script that reports errors must load when the files of the others, limits.ts among them, do not. */
export const ERROR_SAMPLE_RATE = 0.1
export const TRACE_SAMPLE_RATE = 1
