/** Parses SSA and ASS (Advanced SubStation Alpha). Positions, colours and effects are not kept. */
import { addCue, omitCue, type ParsedCaptions } from './cue.ts'
import { toCueMarkup } from './cue-markup.ts'
import { parseCueTime } from './timing-line.ts'

/** Columns if the file does not name them. */
const COLUMNS = 'layer,start,end,style,name,marginl,marginr,marginv,effect,text'.split(',')

export function isAss(lines: readonly string[]): boolean {
  const first = lines.find(line => line.trim() !== '' && !/^\s*[;!]/.test(line)) ?? ''
  if (/^\s*\[(?:script info|events|v4\+? styles)\]/i.test(first)) return true
  return lines.some(line => line.startsWith('Dialogue:')) && !lines.some(isTimes)
}

const isTimes = (line: string) => line.includes(' --> ')

export function parseAss(lines: readonly string[]): ParsedCaptions {
  const captions: ParsedCaptions = { cues: [], omissions: [] }
  let columns = COLUMNS
  let isInEvents = false
  for (const [at, source] of lines.entries()) {
    const line = at + 1
    if (/^\s*\[/.test(source)) isInEvents = /^\s*\[events\]/i.test(source)
    const [, kind = '', value = ''] =
      /^\s*(Format|Dialogue)\s{0,9}:\s{0,9}([\s\S]*)$/i.exec(source) ?? []
    if (kind.toLowerCase() === 'format' && isInEvents) {
      columns = value.split(',').map(name => name.trim().toLowerCase())
      // The text is the last column, because it may contain commas.
      if (columns.at(-1) !== 'text') columns = COLUMNS
    }
    if (kind.toLowerCase() !== 'dialogue') continue
    const cells = splitCells(value, columns.length)
    const cell = (name: string) => cells[columns.indexOf(name)] ?? ''
    const [start, end] = [parseCueTime(cell('start')), parseCueTime(cell('end'))]
    const markup = toCueMarkup(cell('text'), 'ass')
    if (start === null || end === null) captions.omissions.push(omitCue(line, 'no_time', value))
    else addCue(captions, { start, end, line, ...markup })
  }
  return captions
}

/** Splits at the first commas. */
function splitCells(value: string, most: number): string[] {
  const cells: string[] = []
  let from = 0
  while (cells.length < most - 1) {
    const at = value.indexOf(',', from)
    if (at === -1) break
    cells.push(value.slice(from, at))
    from = at + 1
  }
  return [...cells, value.slice(from)]
}
