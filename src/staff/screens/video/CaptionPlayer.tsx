/** A player of the title's video with its captions shifted, which stops at the chosen line. */
import Alert from '@mui/material/Alert'
import Box from '@mui/material/Box'
import Skeleton from '@mui/material/Skeleton'
import { useEffect, useRef, useState } from 'react'
import { useTranslate } from 'react-admin'
import { staffLanguage } from '../../language.ts'
import { ReadFailure } from '../../ui/ReadFailure.tsx'
import { openStream, type StreamFault } from './open-stream.ts'
import type { VideoKind } from './sending.ts'

/** The picture is that of a moment in which the line is shown, not of its first instant. */
const INTO_LINE_SECONDS = 0.05

/** Pictures may end a little before the sound, and players wait for a picture behind the last one. */
const BEFORE_END_SECONDS = 0.25

export type CaptionFields = { content: string; kind: VideoKind; language: string; type: string }
type Props = {
  fields: CaptionFields
  /** Seconds by which the captions appear later. */
  by: number
  /** Seconds at which the chosen line begins after the shift. */
  at: number
}
type State = 'loading' | 'ready' | StreamFault
/** A caption with its times before the shift. */
type Cue = { cue: TextTrackCue; start: number; end: number }

export function CaptionPlayer({ fields, by, at }: Props) {
  const { content, kind, language, type } = fields
  const translate = useTranslate()
  const player = useRef<HTMLVideoElement>(null)
  const track = useRef<HTMLTrackElement>(null)
  const [cues, setCues] = useState<readonly Cue[]>([])
  const [duration, setDuration] = useState<number | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [state, setState] = useState<State>('loading')
  const name = [content, kind].map(encodeURIComponent).join('/')
  const captions = `/api/captions/${name}/${encodeURIComponent(language)}/${type}`

  useEffect(() => {
    if (!player.current) return
    setState('loading')
    setDuration(null)
    return openStream(player.current, `/api/videos/${name}/master.m3u8`, setState)
  }, [name, attempt])

  // React passes on no events of tracks.
  useEffect(() => {
    const element = track.current
    const loaded = () => setCues(readCues(element))
    const failed = () => setState('failed')
    element?.addEventListener('load', loaded)
    element?.addEventListener('error', failed)
    return () => {
      element?.removeEventListener('load', loaded)
      element?.removeEventListener('error', failed)
    }
  }, [captions, attempt])

  useEffect(() => {
    for (const { cue, start, end } of cues) {
      cue.startTime = Math.max(0, start + by)
      cue.endTime = Math.max(0, end + by)
    }
    if (!player.current || duration === null) return
    const latest = Math.max(0, duration - BEFORE_END_SECONDS)
    player.current.currentTime = Math.min(at + INTO_LINE_SECONDS, latest)
  }, [by, at, cues, duration])

  if (state === 'failed')
    return (
      <Frame>
        <ReadFailure
          error={new Error(translate('staff.captions.noPicture'))}
          onRetry={() => {
            setState('loading')
            setAttempt(attempt + 1)
          }}
        />
      </Frame>
    )
  if (state === 'unplayable')
    return (
      <Frame>
        <Alert severity="info">{translate('staff.captions.unplayable')}</Alert>
      </Frame>
    )
  return (
    <>
      <Frame>
        <video
          ref={player}
          dir="ltr"
          controls
          playsInline
          aria-label={translate('staff.captions.picture')}
          style={{ width: '100%', height: '100%', background: '#000' }}
          onLoadedMetadata={event => setDuration(event.currentTarget.duration)}
          onSeeked={() => setState('ready')}
        >
          <track
            key={attempt}
            ref={track}
            default
            kind="captions"
            srcLang={language}
            label={new Intl.DisplayNames(staffLanguage(), { type: 'language' }).of(language)}
            src={captions}
          />
        </video>
        {state === 'loading' && (
          <Skeleton
            variant="rectangular"
            sx={{ position: 'absolute', inset: 0, height: '100%', bgcolor: 'grey.800' }}
          />
        )}
      </Frame>
      {duration !== null && at > duration && (
        <Alert severity="warning">{translate('staff.captions.behindEnd')}</Alert>
      )}
    </>
  )
}

function readCues(element: HTMLTrackElement | null): Cue[] {
  const cues = [...(element?.track.cues ?? [])]
  return cues.map(cue => ({ cue, start: cue.startTime, end: cue.endTime }))
}

/** Keeps the place of the picture while it loads, and if it cannot be shown. */
function Frame({ children }: { children: React.ReactNode }) {
  return (
    <Box
      sx={{
        position: 'relative',
        aspectRatio: '16 / 9',
        '& > .MuiAlert-root': { height: '100%', alignItems: 'center' },
      }}
    >
      {children}
    </Box>
  )
}
