/**
 * Everything that a command prints passes through this module, so that control characters in other people's texts never reach the terminal.
 */
import { escapeJson, escapeLine, escapeText, plainName } from '#src/lib/text/visible.ts'

type Out = Pick<NodeJS.WriteStream, 'write'>

/** Drops output that no process reads, as after `| head -1`, so that the command finishes its work and its exit code reports the result. */
export function dropUnreadOutput(): void {
  for (const out of [process.stdout, process.stderr])
    out.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/** Prints a line of the command itself. Insert other people's values with `line` or `withBars`; otherwise they could fake a line. */
export function say(text: string, out: Out = process.stdout): true {
  out.write(`${escapeText(text)}\n`)
  return true
}

/** Prints a line of a table. Its cells have no control characters, and the isolates around them keep their order. */
export function sayTableLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function sayError(text: string): true {
  return say(text, process.stderr)
}

/** Builds a line such as line`${count} of ${name}`. No value can start a new line. */
export function line(words: TemplateStringsArray, ...values: unknown[]): string {
  return String.raw({ raw: words }, ...values.map(value => escapeLine(String(value ?? ''))))
}

/** Joins names from a file, such as ids that the catalogue does not contain, and counts those above `most`. */
export function joinNames(list: readonly string[], most = 20): string {
  const shown = list.slice(0, most).map(plainName)
  return [...shown, ...(list.length > most ? [`and ${list.length - most} more`] : [])].join(', ')
}

/** Puts a bar in front of each line of a text, so that none can be mistaken for output of the command. */
export function withBars(text: string): string {
  return escapeText(text.replace(/\r\n?/g, '\n').replaceAll('\t', '  '))
    .split('\n')
    .map(each => `  │ ${each}`)
    .join('\n')
}

/** Formats a value as indented JSON. */
export function formatJson(value: unknown): string {
  return escapeJson(value, 2)
}

export function sayJson(value: unknown): true {
  process.stdout.write(`${escapeJson(value, 2)}\n`)
  return true
}

const CLEAR_LINE = '\r\u001b[2K'

/** Rewrites the current line of a terminal. */
export function rewriteLine(text: string, out: Out = process.stdout): void {
  out.write(`${CLEAR_LINE}${escapeLine(text)}`)
}
