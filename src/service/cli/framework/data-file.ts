/** Files that people write: YAML, or JSON, which is YAML too. What is wrong is told with its line. */
import { isCollection, isMap, LineCounter, type Node, parseDocument } from 'yaml'
import type { z } from 'zod'
import { plainName, visibleLine } from '#src/lib/text/visible.ts'
import { readText } from '../command.ts'
import { UsageError } from './errors.ts'

const MOST_SHOWN = 20

/** `-` reads standard input. @throws UsageError that names each line that is wrong */
export function readData<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  return parseData(readText(file), file, schema)
}

export function parseData<Schema extends z.ZodType>(
  text: string,
  file: string,
  schema: Schema,
): z.output<Schema> {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const lineAt = (offset: number) => lines.linePos(offset).line
  if (document.errors.length > 0)
    throw wrong(
      file,
      document.errors.map(({ pos, message }) => ({ at: lineAt(pos[0]), what: message })),
    )
  const read = schema.safeParse(document.toJS())
  if (read.success) return read.data
  const root = document.contents
  const issues = read.error.issues.flatMap(flattened).map(issue => {
    const { path, keys = [] } = issue
    const message = isMissing(issue) ? 'is missing' : issue.message
    const offset = root && offsetOf(root, path, keys[0])
    const name = path.map(part => plainName(String(part))).join('.')
    const at = offset === null ? null : lineAt(offset)
    return { at, what: [name, message].filter(Boolean).join(isMissing(issue) ? ' ' : ': ') }
  })
  throw wrong(file, issues)
}

type Issue = { path: PropertyKey[]; message: string; code?: string; keys?: readonly string[] }

/** Zod has no code of its own for a key that is not there. */
function isMissing({ code, message }: Issue): boolean {
  return code === 'invalid_type' && message.endsWith('received undefined')
}

/** The issue itself: where one of several forms is expected, those of the form that fits best. */
function flattened(issue: z.core.$ZodIssue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue as Issue]
  const [best = []] = [...issue.errors].sort((a, b) => a.length - b.length)
  return best.flatMap(flattened).map(inner => ({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Where the path leads, or as far as the file has it. */
function offsetOf(root: Node, path: readonly PropertyKey[], key?: string): number | null {
  let node: Node = root
  for (const part of path) {
    const next = isCollection(node) ? node.get(part, true) : undefined
    if (!next) break
    node = next as Node
  }
  const pair = isMap(node) ? node.items.find(({ key: name }) => String(name) === key) : undefined
  return ((pair?.key as Node | undefined) ?? node).range?.[0] ?? null
}

function wrong(file: string, issues: Array<{ at: number | null; what: string }>): UsageError {
  const shown = issues
    .slice(0, MOST_SHOWN)
    .map(({ at, what }) => `  ${at === null ? '' : `line ${at}: `}${visibleLine(what)}`)
  const rest = issues.length > MOST_SHOWN ? [`  and ${issues.length - MOST_SHOWN} more`] : []
  return new UsageError([`${visibleLine(file)} is not right:`, ...shown, ...rest].join('\n'))
}
