/** All that a command prints goes through here: what strangers wrote never reaches a terminal with control characters. */
import { plainName, visible, visibleJson, visibleLine } from '#src/lib/text/visible.ts'

type Out = Pick<NodeJS.WriteStream, 'write'>

/** What nobody reads any more, as after `| head -1`, is dropped: the command ends its work, and its exit code tells how that went. */
export function dropUnreadOutput(): void {
  for (const out of [process.stdout, process.stderr])
    out.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}

/** Lines of the command itself. A value of others is put in by `line`, `row` or `block`, or it could fake a line. */
export function say(text: string, out: Out = process.stdout): true {
  out.write(`${visible(text)}\n`)
  return true
}

/** A line of a table: its cells are visible already, and the isolates around them keep their order. */
export function sayTableLine(text: string): void {
  process.stdout.write(`${text}\n`)
}

export function sayError(text: string): true {
  return say(text, process.stderr)
}

/** line`${count} of ${name}`: each value stays in its line. */
export function line(words: TemplateStringsArray, ...values: unknown[]): string {
  return String.raw({ raw: words }, ...values.map(value => visibleLine(String(value ?? ''))))
}

/** Cells of a table. */
export function row(...cells: unknown[]): string {
  return cells.map(cell => visibleLine(String(cell ?? ''))).join('  ')
}

/** What a file names, such as ids that the catalogue does not have. */
export function names(list: readonly string[], most = 20): string {
  const shown = list.slice(0, most).map(plainName)
  return [...shown, ...(list.length > most ? [`and ${list.length - most} more`] : [])].join(', ')
}

/** A text of several lines, each behind a bar: none of them can be taken for a line of the command. */
export function block(text: string): string {
  return visible(text.replace(/\r\n?/g, '\n').replaceAll('\t', '  '))
    .split('\n')
    .map(each => `  │ ${each}`)
    .join('\n')
}

/** JSON as text of several lines. */
export function visibleText(value: unknown): string {
  return visibleJson(value, 2)
}

export function sayJson(value: unknown): true {
  process.stdout.write(`${visibleJson(value, 2)}\n`)
  return true
}

const CLEAR_LINE = '\r\u001b[2K'

/** A line that renews itself, where the output is a terminal. */
export function rewriteLine(text: string, out: Out = process.stdout): void {
  out.write(`${CLEAR_LINE}${visibleLine(text)}`)
}
