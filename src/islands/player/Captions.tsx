import { useStore } from '@nanostores/react'
import { lazy, Suspense } from 'react'
import { captionLook } from '#src/lib/player/caption-look.ts'
import { $preferences } from '#src/lib/player/preferences.store.ts'
import { CaptionsFailed } from './CaptionsFailed.tsx'
import { CueLines } from './CueLines.tsx'
import { usePlayer } from './context.ts'

/** Loaded on demand, because few viewers use captions in two languages. */
const SecondCaptions = lazy(() =>
  import('./SecondCaptions.tsx').catch(() => ({ default: CaptionsFailed })),
)

export function Captions({ isRaised }: { isRaised: boolean }) {
  const { player } = usePlayer()
  const cues = useStore(player.$cues)
  const preferences = useStore($preferences)
  const { caption } = useStore(player.$selection)
  const track = useStore(player.$tracks).captions.find(({ id }) => id === caption)
  const look = captionLook(preferences)
  return (
    <div className="captions" {...look} data-raised={isRaised ? '' : undefined} aria-hidden="true">
      {preferences.secondCaption !== '' && (
        <Suspense>
          <SecondCaptions language={preferences.secondCaption} />
        </Suspense>
      )}
      <CueLines cues={cues} language={track?.language} className="caption" />
    </div>
  )
}
