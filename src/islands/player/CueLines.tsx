import { type Cue, captionDirection, cueLines } from '#src/lib/player/cues.ts'

/** Renders captions in the direction of their language; if it is written from left to right or unknown, in that of each line. */
export function CueLines({
  cues,
  language,
  className,
}: {
  cues: readonly Cue[]
  language: string | undefined
  className: string
}) {
  const direction = captionDirection(language)
  return cues.map(cue => (
    <p key={`${cue.start}${cue.text}`} className={className}>
      {cueLines(cue.text, language).map((line, row) => (
        <span key={row} className="caption-line" dir={direction}>
          {line.map((span, at) => (
            <span
              key={at}
              className={`${span.italic ? 'italic' : ''} ${span.bold ? 'font-700' : ''} ${span.underline ? 'underline' : ''}`}
            >
              {span.text}
            </span>
          ))}
        </span>
      ))}
    </p>
  ))
}
