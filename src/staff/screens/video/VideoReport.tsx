/** Shows which parts of a file an encoding used, and which it left out, with the reason. */
import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useTranslate } from 'react-admin'
import { formatClock } from '#src/lib/text/duration.ts'
import { staffLanguage } from '../../language.ts'
import { numberText } from '../../ui/words.ts'

type Part = {
  type: string
  track?: number
  file?: string
  codec?: string
  language?: string
  kind?: string
  program?: { number: number; name: string }
}
type Taken = Part & {
  isLanguageAssumed?: boolean
  delay?: number
  undecodable?: number
  silence?: number
  surplus?: number
  droppedCues?: number
  cutCues?: number
}
type Omitted = Part & { reason: string; detail?: string }
export type Report = {
  taken: Taken[]
  omitted: Omitted[]
  damages?: { at: number; text: string }[]
}

const NOTES = ['undecodable', 'silence', 'surplus', 'droppedCues', 'cutCues'] as const

export function VideoReport({ report: { taken, omitted, damages = [] } }: { report: Report }) {
  const translate = useTranslate()
  const languages = new Intl.DisplayNames(staffLanguage(), { type: 'language' })
  const nameOf = ({ type, track, file, codec, language, kind, program }: Part) =>
    [
      translate(`staff.video.parts.${type}`) + (track ? ` ${numberText(track)}` : ''),
      file,
      codec,
      language && languages.of(language),
      kind && translate(`staff.video.trackKinds.${kind}`, { _: kind }),
      program && (program.name || numberText(program.number)),
    ]
      .filter(Boolean)
      .join(' · ')
  const notesOf = (part: Taken) => [
    ...(part.isLanguageAssumed ? [translate('staff.video.notes.assumed')] : []),
    ...(part.delay
      ? [
          translate(part.delay > 0 ? 'staff.video.notes.delay' : 'staff.video.notes.early', {
            value: numberText(Math.abs(part.delay)),
          }),
        ]
      : []),
    ...NOTES.flatMap(note => {
      const value = part[note]
      return value ? [translate(`staff.video.notes.${note}`, { value: numberText(value) })] : []
    }),
  ]
  return (
    <Box sx={{ display: 'grid', gap: 1, mt: 1, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <List
        title="staff.video.taken"
        lines={taken.map(it => [nameOf(it), ...notesOf(it)].join(' – '))}
      />
      <List
        title="staff.video.omitted"
        lines={omitted.map(it =>
          [
            nameOf(it),
            translate(`staff.video.reasons.${it.reason}`, { _: it.reason }),
            ...(it.detail ? [it.detail] : []),
          ].join(' – '),
        )}
      />
      <List
        title="staff.video.damages"
        lines={damages.map(({ at, text }) => `${formatClock(at, staffLanguage())} – ${text}`)}
      />
    </Box>
  )
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  const translate = useTranslate()
  if (lines.length === 0) return null
  return (
    <section>
      <Typography variant="subtitle2" component="h3">
        {translate(title)}
      </Typography>
      <Box component="ul" sx={{ m: 0, paddingInlineStart: 3 }}>
        {lines.map((line, at) => (
          <li key={at}>
            <bdi>{line}</bdi>
          </li>
        ))}
      </Box>
    </section>
  )
}
