/** The multivariant playlist of a stream whose parts are complete. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { audioForms } from './audio-forms.ts'
import type { AudioTrack } from './file-tracks.ts'
import { I_FRAMES, iFramesOf } from './i-frames.ts'
import { bandwidthOf, codecOf, masterPlaylist, type Rendition, segmentsOf } from './playlists.ts'
import type { Rung } from './source.ts'
import { shareTargetDuration } from './target-duration.ts'
import { keyOf, type Named, named } from './track-name.ts'

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
  const bandwidth = (folder: string) => bandwidthOf(segmentsOf(join(draft, folder)))
  const text = masterPlaylist({
    renditions: await Promise.all(ladder.map(rung => renditionOf(draft, rung))),
    groups: forms.map(({ id, codecs, folder, formOf }) => ({
      ...{ id, codecs },
      tracks: audio.map(track => ({
        ...named(track),
        channels: formOf(track).channels,
        uri: `${folder(track)}/index.m3u8`,
        bandwidth: bandwidth(folder(track)),
      })),
    })),
    captions: captions.map(track => ({ ...track, uri: `captions/${keyOf(track)}.m3u8` })),
  })
  await writeFile(join(draft, 'master.m3u8'), text)
}

async function renditionOf(
  draft: string,
  { name, width, height, frameRate, hevc }: Rung,
): Promise<Rendition> {
  const folder = join(draft, name)
  return {
    ...{ width, height, frameRate, range: hevc?.hdr?.range ?? 'SDR' },
    uri: `${name}/index.m3u8`,
    bandwidth: bandwidthOf(segmentsOf(folder)),
    codecs: codecOf(await readFile(join(folder, 'init.mp4'))),
    iFrames: {
      uri: `${name}/${I_FRAMES}`,
      bandwidth: bandwidthOf(await iFramesOf(folder)),
    },
  }
}
