/** docs/benchmarks.md: each benchmark rewrites its own section between two marks, and leaves the others unchanged. */
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { join, resolve } from 'node:path'

const file = join(resolve(import.meta.dirname, '../..'), 'docs/benchmarks.md')

/** `section` is Markdown and begins with its own heading of the second level. */
export function writeReport(name: string, section: string): void {
  writeFileSync(file, withSection(readFileSync(file, 'utf8'), name, section))
}

/** Replaces a section. A new one is added at the end. */
function withSection(text: string, name: string, section: string): string {
  const [open, close] = [`<!-- bench:${name} -->`, `<!-- /bench:${name} -->`]
  const made = `${open}\n${section.trim()}\n${close}`
  const [from, to] = [text.indexOf(open), text.indexOf(close)]
  if (from < 0 || to < from) return `${text.trimEnd()}\n\n${made}\n`
  return text.slice(0, from) + made + text.slice(to + close.length)
}

/** Returns the machine of the measurement, for the section's first sentence. */
export function machine(): string {
  return `${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.version}`
}

/** Times in milliseconds. */
export type Times = { p50: number; p95: number }

export function timesOf(taken: readonly number[]): Times {
  const sorted = [...taken].sort((a, b) => a - b)
  const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}

export function median(values: readonly number[]): number {
  return timesOf(values).p50
}
