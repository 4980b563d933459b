import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { Cue } from '#src/lib/player/cues.ts'
import { startSecondCaptions } from '#src/lib/player/second-captions.ts'
import { withToken } from '#src/lib/player/signed-url.ts'
import { CaptionsFailed } from './CaptionsFailed.tsx'
import { CueLines } from './CueLines.tsx'
import { usePlayer } from './context.ts'

/** Captions of a second language above the first. Hidden without first captions, and if both have the same language. */
export default function SecondCaptions({ language }: { language: string }) {
  const { player } = usePlayer()
  const { isLive } = useStore(player.$state)
  const { caption } = useStore(player.$selection)
  const first = useStore(player.$tracks).captions.find(({ id }) => id === caption)
  const isShown = !isLive && first !== undefined && first.language !== language
  return isShown && <Cues language={language} />
}

function Cues({ language }: { language: string }) {
  const { player, video } = usePlayer()
  const [cues, setCues] = useState<Cue[]>([])
  const [hasFailed, setFailed] = useState(false)
  const url = useStore(player.$descriptor)?.manifest_url ?? null
  // A renewed link to the same file must not load it again.
  const file = url && withToken(url, '')
  useEffect(() => {
    const manifest = player.$descriptor.get()?.manifest_url
    if (!file || !manifest) return
    setFailed(false)
    return startSecondCaptions({
      video,
      manifest,
      language,
      $delay: player.$captionDelay,
      onChange: setCues,
      onFailed: () => setFailed(true),
    })
  }, [player, video, language, file])
  return (
    <>
      {hasFailed && <CaptionsFailed />}
      <CueLines cues={cues} language={language} className="caption is-second" />
    </>
  )
}
