/** The model of captions, whatever the format of their file. */

export interface CaptionCue {
  /** Seconds. */
  start: number
  end: number
  /** Text in the markup of WebVTT, without blank lines. */
  text: string
  /** Position as in WebVTT: `line:10% align:start`. */
  settings?: string
  /** Line of the file at which the cue begins, from 1. */
  line: number
}

/**
 * `no_time`: its times cannot be read; `ends_early`: it ends before it begins, at the same moment, or before 0; `empty`: it
 * has no text; `drawing`: it is a shape of ASS; `repeated`: another cue has the same times and text; `comment`: its file has
 * it in a comment; `before_first_cue`: text that belongs to no cue.
 */
export const CUE_OMISSION_REASONS = [
  'no_time',
  'ends_early',
  'empty',
  'drawing',
  'repeated',
  'comment',
  'before_first_cue',
] as const
export type CueOmissionReason = (typeof CUE_OMISSION_REASONS)[number]

export interface CueOmission {
  /** Line of the file, from 1. */
  line: number
  reason: CueOmissionReason
  /** Beginning of its text; empty if it has none. */
  text: string
}

export interface ParsedCaptions {
  /** In the order of the file. */
  cues: CaptionCue[]
  omissions: CueOmission[]
}

/** Length in characters of a text that is shown with an omission. */
const EXCERPT = 60

/** True if viewers miss a text that the file was meant to show. */
export function isLostCue({ reason }: CueOmission): boolean {
  return reason === 'no_time' || reason === 'ends_early'
}

export function omitCue(line: number, reason: CueOmissionReason, text: string): CueOmission {
  const start = text
    .slice(0, EXCERPT * 20)
    .replace(/\s+/g, ' ')
    .trim()
  return { line, reason, text: [...start].slice(0, EXCERPT).join('') }
}

/** Adds a cue, or the reason for which it cannot be shown. */
export function addCue(captions: ParsedCaptions, cue: CaptionCue & { isDrawing?: boolean }): void {
  const { isDrawing = false, ...rest } = cue
  const [start, end] = [roundToMs(Math.max(0, cue.start)), roundToMs(cue.end)]
  if (cue.text === '')
    captions.omissions.push(omitCue(cue.line, isDrawing ? 'drawing' : 'empty', ''))
  else if (end <= start || cue.end <= cue.start)
    captions.omissions.push(omitCue(cue.line, 'ends_early', cue.text))
  else captions.cues.push({ ...rest, start, end })
}

function roundToMs(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000
}

/** Sorts the cues by start, and leaves out those that repeat another one. */
export function orderCues({ cues, omissions }: ParsedCaptions): ParsedCaptions {
  const seen = new Set<string>()
  const ordered: ParsedCaptions = { cues: [], omissions: [...omissions] }
  for (const cue of [...cues].sort((a, b) => a.start - b.start)) {
    const key = `${cue.start}|${cue.end}|${cue.text}`
    if (seen.has(key)) ordered.omissions.push(omitCue(cue.line, 'repeated', cue.text))
    else ordered.cues.push(cue)
    seen.add(key)
  }
  ordered.omissions.sort((a, b) => a.line - b.line)
  return ordered
}
