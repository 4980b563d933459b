/** Describes to an operator what is missing from captions that were read. */
import { escapeLine } from '#src/lib/text/visible.ts'
import { describeCueOmission, type ReadCaptions } from './cue-formats/read-captions.ts'

/** A terminal lists this many places of each kind; --json lists all. */
const MOST = 20

/** Returns a line for each place that is damaged or was left out: `film.srt:12: …`. */
export function captionNotes(
  file: string,
  { badLines, omissions }: Pick<ReadCaptions, 'badLines' | 'omissions'>,
): string[] {
  const name = escapeLine(file)
  const damaged = badLines.map(at => `${name}:${at}: bytes that are no text are shown as \ufffd`)
  const omitted = omissions.map(it => `${name}:${it.line}: ${describeCueOmission(it)}`)
  return [damaged, omitted].flatMap(notes => {
    const more = notes.length - MOST
    return more > 0
      ? [...notes.slice(0, MOST), `… and ${more} more in ${name}; --json lists all`]
      : notes
  })
}
