import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { captionLook } from '#src/lib/player/caption-look.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { CaptionsFailed } from './CaptionsFailed.tsx'
import { CueLines } from './CueLines.tsx'
import { usePlayer } from './context.ts'

/** Few viewers read two languages. */
const SecondCaptions = lazy(() =>
  import('./SecondCaptions.tsx').catch(() => ({ default: CaptionsFailed })),
)

export function Captions({ isRaised }: { isRaised: boolean }) {
  const { player } = usePlayer()
  const cues = useStore(player.$cues)
  const preferences = useStore($preferences)
  const look = captionLook(preferences)
  return (
    <div className="captions" {...look} data-raised={isRaised ? '' : undefined} aria-hidden="true">
      {preferences.secondCaption !== '' && (
        <Suspense>
          <SecondCaptions language={preferences.secondCaption} />
        </Suspense>
      )}
      <CueLines cues={cues} className="caption" />
    </div>
  )
}
