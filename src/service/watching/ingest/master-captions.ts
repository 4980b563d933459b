/** Reads and replaces the captions in a multivariant playlist that ingest wrote; the rest is unchanged. */
import { captionMedia, kindFromCharacteristics, SUBTITLE_GROUP } from './playlists.ts'
import type { Named } from './track-name.ts'

export type CaptionTrack = Named & { uri: string }

const TRACK = /^#EXT-X-MEDIA:TYPE=SUBTITLES,.*\n?/gm
const STREAM = /^#EXT-X-STREAM-INF:.*$/gm

export function parseMasterCaptions(master: string): CaptionTrack[] {
  return (master.match(TRACK) ?? []).map(line => {
    const value = (name: string) => new RegExp(`[:,]${name}="([^"]*)"`).exec(line)?.[1] ?? ''
    const kind = line.includes(',FORCED=YES')
      ? 'forced'
      : kindFromCharacteristics(value('CHARACTERISTICS'))
    return {
      language: value('LANGUAGE'),
      title: value('NAME'),
      uri: value('URI'),
      ...(kind ? { kind } : {}),
    }
  })
}

export function replaceMasterCaptions(master: string, tracks: readonly CaptionTrack[]): string {
  const lines = tracks.map(track => `${captionMedia(track)}\n`).join('')
  const without = master.replace(TRACK, '')
  const first = without.search(STREAM)
  const grouped = (line: string) => {
    const bare = line.replace(`,${SUBTITLE_GROUP}`, '')
    return tracks.length > 0
      ? bare.replace(',CLOSED-CAPTIONS', `,${SUBTITLE_GROUP},CLOSED-CAPTIONS`)
      : bare
  }
  return without.slice(0, first) + lines + without.slice(first).replace(STREAM, grouped)
}
