/** Files that an operator writes, as YAML or JSON: what is wrong is told with its line. */
import { basename } from 'node:path'
import { type Document, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { plainName, visibleLine } from '#src/lib/text/visible.ts'
import { readText } from '../command.ts'
import { UsageError } from './errors.ts'

type Path = readonly PropertyKey[]
export type FileProblem = { path: Path; message: string }
export type InputFile<Data> = {
  data: Data
  /** What is wrong with the file for another reason than its form. */
  wrong: (problems: readonly FileProblem[]) => UsageError
}

/** `-` reads standard input. @throws UsageError that names each line that is wrong */
export function readInputFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): InputFile<z.output<Schema>> {
  const name = file === '-' ? 'standard input' : basename(file)
  const lines = new LineCounter()
  const document = parseDocument(readText(file), { lineCounter: lines, prettyErrors: false })
  const wrong = (found: readonly { line: number; text: string }[]) =>
    new UsageError(
      [
        'Nothing was changed.',
        ...found.map(({ line, text }) => `${visibleLine(name)}:${line}: ${text}`),
      ].join('\n'),
    )
  const lineAt = (offset: number) => Math.max(1, lines.linePos(offset).line)
  if (document.errors.length > 0)
    throw wrong(
      document.errors.map(({ pos, message }) => ({
        line: lineAt(pos[0]),
        text: visibleLine(message),
      })),
    )
  const problem = ({ path, message }: FileProblem) => ({
    line: lineAt(offsetOf(document, path)),
    text: [pathText(path), visibleLine(message)].filter(Boolean).join(': '),
  })
  const read = schema.safeParse(document.toJS({ maxAliasCount: 0 }))
  if (!read.success) throw wrong(read.error.issues.flatMap(problemsOf).map(problem))
  return { data: read.data, wrong: problems => wrong(problems.map(problem)) }
}

type Issue = z.core.$ZodIssue

/** Each unknown field has its own line. */
function problemsOf(issue: Issue): FileProblem[] {
  if (issue.code !== 'unrecognized_keys') return [issue]
  return issue.keys.map(key => ({ path: [...issue.path, key], message: 'is no field' }))
}

/** Of the key, or of the nearest thing around what is missing. */
function offsetOf(document: Document, path: Path): number {
  for (let length = path.length; length > 0; length--) {
    const parent = document.getIn(path.slice(0, length - 1), true)
    const last = path[length - 1]
    const pair = pairsOf(parent).find(({ key }) => isScalar(key) && key.value === last)
    const node = pair?.key ?? document.getIn(path.slice(0, length), true)
    if (isNode(node) && node.range) return node.range[0]
  }
  return document.contents?.range?.[0] ?? 0
}

function pairsOf(node: unknown) {
  const items = isNode(node) && 'items' in node && Array.isArray(node.items) ? node.items : []
  return items.filter(item => isPair(item))
}

/** `widgets[3].more_link` */
function pathText(path: Path): string {
  return path
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${plainName(String(part))}`,
    )
    .join('')
}
