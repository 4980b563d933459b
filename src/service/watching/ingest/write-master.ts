/** Writes the multivariant playlist of a stream whose parts are complete. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioForms } from './audio-forms.ts'
import type { AudioTrack } from './file-tracks.ts'
import { I_FRAMES, readIFrames } from './i-frames.ts'
import {
  masterPlaylist,
  measureBandwidth,
  parseCodec,
  type Rendition,
  readSegments,
} from './playlists.ts'
import type { Rung } from './rendition-ladder.ts'
import { describeTrack, type Named, trackKey } from './track-name.ts'

const TARGET = /^#EXT-X-TARGETDURATION:\d+$/m

interface Tracks {
  ladder: readonly Rung[]
  audio: readonly AudioTrack[]
  captions: readonly Named[]
}

export async function writeMaster(
  draft: string,
  { ladder, audio, captions }: Tracks,
): Promise<void> {
  const forms = audioForms(audio)
  const sounds = forms.flatMap(({ folder }) => audio.map(folder))
  const folders = [...ladder.map(({ name }) => name), ...sounds]
  await shareTargetDuration(folders.map(name => join(draft, name)))
  const bandwidth = (folder: string) => measureBandwidth(readSegments(join(draft, folder)))
  const text = masterPlaylist({
    renditions: await Promise.all(ladder.map(rung => renditionOf(draft, rung))),
    groups: forms.map(({ id, codecs, folder, formOf }) => ({
      id,
      codecs,
      tracks: audio.map(track => ({
        ...describeTrack(track),
        channels: formOf(track).channels,
        uri: `${folder(track)}/index.m3u8`,
        bandwidth: bandwidth(folder(track)),
      })),
    })),
    captions: captions.map(track => ({ ...track, uri: `captions/${trackKey(track)}.m3u8` })),
  })
  await writeFile(join(draft, 'master.m3u8'), text)
}

async function renditionOf(
  draft: string,
  { name, width, height, frameRate, hevc }: Rung,
): Promise<Rendition> {
  const folder = join(draft, name)
  return {
    width,
    height,
    frameRate,
    range: hevc?.hdr?.range ?? 'SDR',
    uri: `${name}/index.m3u8`,
    bandwidth: measureBandwidth(readSegments(folder)),
    codecs: parseCodec(await readFile(join(folder, 'init.mp4'))),
    iFrames: {
      uri: `${name}/${I_FRAMES}`,
      bandwidth: measureBandwidth(await readIFrames(folder)),
    },
  }
}

/**
 * Writes the common target duration into all playlists: it must be the same for all tracks (RFC 8216, 6.2.4), but
 * ffmpeg writes one for each.
 */
async function shareTargetDuration(folders: readonly string[]): Promise<void> {
  const rounded = folders.flatMap(folder =>
    readSegments(folder).map(({ seconds }) => Math.round(seconds)),
  )
  const line = `#EXT-X-TARGETDURATION:${Math.max(1, ...rounded)}`
  for (const folder of folders) {
    const file = join(folder, 'index.m3u8')
    const text = await readFile(file, 'utf8')
    if (TARGET.exec(text)?.[0] !== line) await writeFile(file, text.replace(TARGET, line))
  }
}
