/**
 * Transcripts in a document: fenced blocks of kind `console`. Lines with `$` are commands, other lines their output. `…` matches
 * anything within a line, and a line of only `…` matches any lines. A block with a file name, such as ```yaml prices.yaml, is that
 * file.
 */
type Step = { command: string[]; expected: string[]; line: number }
export type Transcript = { title: string; steps: Step[]; files: Map<string, string | Buffer> }

/** Returns one transcript for each second-level heading that has commands. */
export function transcriptsOf(markdown: string): Transcript[] {
  const transcripts: Transcript[] = []
  let current: Transcript = { title: '', steps: [], files: new Map() }
  let fence: { kind: string; name: string; text: string[] } | null = null
  for (const [index, text] of markdown.split('\n').entries()) {
    const opened = /^```(\w*) ?(\S*)/.exec(text)
    if (fence) {
      if (text.startsWith('```')) {
        if (fence.name) current.files.set(fence.name, contentOf(fence))
        fence = null
      } else if (fence.kind === 'console') addLine(current, text, index + 1)
      else fence.text.push(text)
    } else if (opened) fence = { kind: opened[1] ?? '', name: opened[2] ?? '', text: [] }
    else if (text.startsWith('## ')) {
      current = { title: text.slice(3), steps: [], files: new Map() }
      transcripts.push(current)
    }
  }
  return transcripts.filter(({ steps }) => steps.length > 0)
}

/** Returns the content of a file block. A picture is written in base64. */
function contentOf({ kind, text }: { kind: string; text: string[] }): string | Buffer {
  return kind === 'base64' ? Buffer.from(text.join(''), 'base64') : `${text.join('\n')}\n`
}

function addLine({ steps }: Transcript, text: string, line: number): void {
  const command = /^\$ \.\/pardeh (.*)$/.exec(text)
  if (command) steps.push({ command: wordsOf(command[1] ?? ''), expected: [], line })
  else if (text.startsWith('$'))
    throw new Error(`line ${line} does not begin with ./pardeh: ${text}`)
  else steps.at(-1)?.expected.push(text)
}

/** Splits a command as a shell does: quotes keep spaces. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  )
}

/** Returns null if the output is as expected, otherwise the first line that differs. */
export function differenceFrom(expected: readonly string[], output: string): string | null {
  const pattern = expected
    .map(text => (text.trim() === '…' ? '(?:.*\\n)*?' : `${patternOf(text)}\\n`))
    .join('')
  const actual = `${output.trimEnd()}\n`
  if (new RegExp(`^${pattern}$`).test(actual)) return null
  const lines = actual.split('\n')
  const wrong = expected.find(
    text =>
      text.trim() !== '…' && !lines.some(line => new RegExp(`^${patternOf(text)}$`).test(line)),
  )
  return `${wrong === undefined ? 'other lines came' : `expected: ${wrong}`}\nthe output:\n${output}`
}

/** The number of spaces may differ, because ids and amounts differ in length. */
function patternOf(text: string): string {
  const parts = text.trim().split('…')
  const escaped = parts.map(part =>
    part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\s+/g, '\\s+'),
  )
  return ` *${escaped.join('.*')}`
}
