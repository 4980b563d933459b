import { type Cue, cueLines } from '#src/lib/player/cues.ts'

/** Each line has its own direction: in a Persian line, the full stop is on the left. */
export function CueLines({ cues, className }: { cues: readonly Cue[]; className: string }) {
  return cues.map(cue => (
    <p key={`${cue.start}${cue.text}`} className={className}>
      {cueLines(cue.text).map((line, row) => (
        <span key={row} className="caption-line" dir="auto">
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
