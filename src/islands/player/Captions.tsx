import { useStore } from '@nanostores/react'
import { captionLook } from '#src/lib/player/caption-look.ts'
import { cueLines } from '#src/lib/player/cues.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { usePlayer } from './context.ts'

/** Each line has its own direction: in a Persian line, the full stop is on the left. */
export function Captions({ isRaised }: { isRaised: boolean }) {
  const { player } = usePlayer()
  const cues = useStore(player.$cues)
  const look = captionLook(useStore($preferences))
  return (
    <div className="captions" {...look} data-raised={isRaised ? '' : undefined} aria-hidden="true">
      {cues.map(cue => (
        <p key={`${cue.start}${cue.text}`} className="caption">
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
      ))}
    </div>
  )
}
