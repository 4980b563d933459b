/** Reads files and standard input that operators give to commands: text, or YAML and JSON with the line of each problem. */
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { type Document, isNode, isPair, isScalar, LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { escapeLine, plainName, quoteText } from '#src/lib/text/visible.ts'
import { type DecodedText, decodeText } from '../../../platform/text/decode-text.ts'
import { UsageError } from './errors.ts'

const MOST_SHOWN = 20
/** Limits of YAML, because its parser takes a second for this many characters, and a step of the stack for each level. */
const YAML_LENGTH_MAX = 256 * 1024
const YAML_DEPTH_MAX = 100
type Path = readonly PropertyKey[]
type FileProblem = { path: Path; message: string }
export type InputFile<Data> = {
  data: Data
  /** Builds the error for problems that the schema cannot find. */
  wrong: (problems: readonly FileProblem[]) => UsageError
}

/** Reads a text file in whatever encoding; `-` is standard input. @throws UsageError if a letter is damaged, or the file cannot be read */
export function readInputText(file: string): string {
  const { text, badLines } = decodeInput(file)
  const [first] = badLines
  if (first === undefined) return text
  const more = badLines.length > 1 ? `, and on ${counted(badLines.length - 1, 'more line')}` : ''
  throw new UsageError(
    `Nothing was changed.\n${escapeLine(inputName(file))}:${first}: a letter is damaged${more}. Save the file as UTF-8.`,
  )
}

/** Reads a text file like `readInputText`, but keeps damaged letters as U+FFFD, for readers that leave out what contains them. */
export function decodeInput(file: string): DecodedText {
  try {
    return decodeText(readFileSync(file === '-' ? 0 : file), { language: DEFAULT_LANGUAGE })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const name = escapeLine(file)
    if (code === 'EACCES' || code === 'EPERM')
      throw new UsageError(`The user who runs the command may not read ${name}`)
    throw new UsageError(
      code === 'EISDIR'
        ? `A file is needed, and this is a folder: ${name}`
        : `There is no file ${name}`,
    )
  }
}

/** Reads a YAML or JSON file; `-` is standard input. @throws UsageError, see `parseInput` */
export function readInputFile<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): InputFile<z.output<Schema>> {
  return parseInput(readInputText(file), inputName(file), schema)
}

function inputName(file: string): string {
  return file === '-' ? 'standard input' : basename(file)
}

/** @throws UsageError with one line per problem, such as `packages.yaml:3: groups[0].title is required` */
export function parseInput<Schema extends z.ZodType>(
  text: string,
  name: string,
  schema: Schema,
): InputFile<z.output<Schema>> {
  checkLimits(text, name)
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false })
  const wrong = (found: readonly { offset: number; text: string }[]) => {
    const shown = found.slice(0, MOST_SHOWN).map(({ offset, text }) => {
      const at = Math.max(1, lines.linePos(offset).line)
      return `${escapeLine(name)}:${at}: ${text}`
    })
    const rest = found.length > MOST_SHOWN ? [`… and ${found.length - MOST_SHOWN} more`] : []
    return new UsageError(['Nothing was changed.', ...shown, ...rest].join('\n'))
  }
  if (document.errors.length > 0)
    throw wrong(
      document.errors.map(({ pos, message }) => ({ offset: pos[0], text: escapeLine(message) })),
    )
  const problem = ({ path, message }: FileProblem) => ({
    offset: offsetOf(document, path),
    text: problemText(pathText(path), escapeLine(message)),
  })
  const read = schema.safeParse(contentOf(document, wrong), { reportInput: true })
  if (!read.success) throw wrong(read.error.issues.flatMap(problemsOf).map(problem))
  return { data: read.data, wrong: problems => wrong(problems.map(problem)) }
}

/** @throws UsageError for a file that is too long or nested too deeply */
function checkLimits(text: string, name: string): void {
  const refuse = (problem: string) =>
    new UsageError(`Nothing was changed.\n${escapeLine(name)}${problem}`)
  if (text.length > YAML_LENGTH_MAX)
    throw refuse(`: the file has more than ${YAML_LENGTH_MAX} characters`)
  let brackets = 0
  for (const [index, line] of text.split('\n').entries()) {
    for (const sign of line) {
      if (sign === '[' || sign === '{') brackets += 1
      else if (sign === ']' || sign === '}') brackets = Math.max(0, brackets - 1)
      if (brackets > YAML_DEPTH_MAX) break
    }
    const [blanks = ''] = /^[\s?:-]*/.exec(line) ?? []
    const levels = blanks.length / 2
    if (Math.max(brackets, levels) > YAML_DEPTH_MAX)
      throw refuse(`:${index + 1}: is nested more than ${YAML_DEPTH_MAX} deep`)
  }
}

/** Aliases that multiply are refused. */
function contentOf(
  document: Document,
  wrong: (found: readonly { offset: number; text: string }[]) => UsageError,
): unknown {
  try {
    return document.toJS()
  } catch (error) {
    throw wrong([{ offset: 0, text: escapeLine((error as Error).message) }])
  }
}

/** Each unknown field has a line of its own; if several forms are possible, the problems are those of the form that fits best. */
function problemsOf(issue: z.core.$ZodIssue): FileProblem[] {
  const { path } = issue
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map(key => ({ path: [...path, key], message: 'is not a field' }))
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const [best = []] = [...issue.errors].sort((a, b) => a.length - b.length)
    return best.flatMap(problemsOf).map(each => ({ ...each, path: [...path, ...each.path] }))
  }
  // Zod has no code of its own for a missing field.
  if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    return [{ path, message: 'is required' }]
  return [{ path, message: issueText(issue) }]
}

/** Appends the value to the message. Our own messages contain it already. */
function issueText({ code, message, input }: z.core.$ZodIssue): string {
  if (code === 'custom') return message
  if (typeof input === 'string') return `${message}, not ${quoteText(input)}`
  const isPlain = typeof input === 'number' || typeof input === 'boolean'
  return isPlain ? `${message}, not ${input}` : message
}

/** Returns the position of the key, or of the nearest parent of a missing one. */
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

/** Joins the field with the problem: `title is required`, or `type: Invalid option`. */
function problemText(field: string, problem: string): string {
  if (field === '') return problem
  return `${field}${/^(is|must|cannot|belongs)\b/.test(problem) ? '' : ':'} ${problem}`
}

/** Formats a path such as `widgets[3].more_link`. */
function pathText(path: Path): string {
  return path
    .map((part, at) =>
      typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${plainName(String(part))}`,
    )
    .join('')
}
