/** Captions of a second language, loaded without the engine because engines show only one at a time. Browser only. */
import type { ReadableAtom } from 'nanostores'
import { createActiveCues } from './active-cues.ts'
import type { Cue } from './cues.ts'

const ID = 'second'
const CLOCK_EVENTS = ['timeupdate', 'seeking', 'play', 'ratechange']

interface Source {
  video: HTMLVideoElement
  /** URL of the master playlist. */
  manifest: string
  language: string
  /** Seconds that captions appear later. */
  $delay: ReadableAtom<number>
  onChange(cues: Cue[]): void
  /** Called if the captions cannot be loaded completely. */
  onFailed(): void
}

/** Loads the captions and reports which ones to show. Returns the function that stops this. */
export function startSecondCaptions(source: Source): () => void {
  const { video, $delay, onChange, onFailed } = source
  const stopped = new AbortController()
  const { signal } = stopped
  const active = createActiveCues(video, () => ID)
  const stopListening = [active.$cues.listen(cues => onChange([...cues]))]
  stopListening.push($delay.subscribe(active.setDelay))
  for (const type of CLOCK_EVENTS) video.addEventListener(type, active.update, { signal })
  loadCues(source, cues => active.add(ID, cues), signal).catch(() => !signal.aborted && onFailed())
  return () => {
    stopped.abort()
    active.stop()
    for (const stop of stopListening) stop()
    onChange([])
  }
}

/** Loads in parts, because a playlist may have many segments. */
async function loadCues(
  { manifest, language }: Pick<Source, 'manifest' | 'language'>,
  onPart: (cues: Cue[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const load = async (url: string) => {
    const reply = await fetch(url, { signal })
    if (!reply.ok) throw new Error(`captions: status ${reply.status}`)
    return reply.text()
  }
  // URLs of the service's own streams are relative to the site.
  const master = new URL(manifest, location.href).href
  const playlist = captionPlaylistUrl(await load(master), master, language)
  if (playlist === null) return
  for (const url of segmentUrls(await load(playlist), playlist)) onPart(parseVtt(await load(url)))
}

/** Returns the URL of the language's playlist; null if the master playlist has none. */
export function captionPlaylistUrl(master: string, url: string, language: string): string | null {
  const tag = master
    .split(/\r?\n/)
    .find(
      line =>
        line.startsWith('#EXT-X-MEDIA:') &&
        /[:,]TYPE=SUBTITLES(,|$)/.test(line) &&
        !line.includes(',FORCED=YES') &&
        attribute(line, 'LANGUAGE') === language,
    )
  const uri = tag && attribute(tag, 'URI')
  return uri ? new URL(uri, url).href : null
}

function attribute(tag: string, name: string): string | null {
  return new RegExp(`[:,]${name}="([^"]*)"`).exec(tag)?.[1] ?? null
}

export function segmentUrls(playlist: string, url: string): string[] {
  const lines = playlist.split(/\r?\n/).map(line => line.trim())
  return lines.filter(line => line && !line.startsWith('#')).map(line => new URL(line, url).href)
}

const TIME = String.raw`(?:(\d+):)?(\d{2}):(\d{2})\.(\d{3})`
const TIMING = new RegExp(String.raw`^${TIME}[ \t]+-->[ \t]+${TIME}`)

/** Parses WebVTT. Cues without a valid time or without text are dropped. */
export function parseVtt(vtt: string): Cue[] {
  return vtt
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .flatMap(block => {
      const lines = block.split('\n')
      const at = lines.findIndex(line => TIMING.test(line))
      const times = TIMING.exec(lines[at] ?? '')
      const text = lines
        .slice(at + 1)
        .join('\n')
        .trim()
      if (!times || !text) return []
      return [{ start: seconds(times.slice(1, 5)), end: seconds(times.slice(5, 9)), text }]
    })
}

function seconds(parts: (string | undefined)[]): number {
  const [hours = 0, minutes = 0, whole = 0, thousandths = 0] = parts.map(part => Number(part ?? 0))
  return hours * 3_600 + minutes * 60 + whole + thousandths / 1_000
}
