import { tmpdir } from 'node:os'
import { describe, expect, test } from 'vitest'
import { readReel } from '#src/service/platform/adapters/media/demo-reels.ts'
import { createStreamStore } from '#src/service/platform/adapters/media/stream-store.ts'
import { folderStore } from '#src/service/platform/adapters/media-store/folder-store.ts'
import { findBox, firstSample, parseBoxes } from '#src/service/watching/ingest/boxes.ts'

const store = createStreamStore(folderStore(tmpdir()))
const FILM = 'demo/reels/quiet-orchard/6480'
const EPISODE = 'demo/reels/alley-of-plane-trees-s1e1/2816'

async function read(stream: string, file: string): Promise<Buffer | null> {
  const found = await store.find(stream, file)
  const body = await found?.read()
  return body ? Buffer.from(await new Response(body).arrayBuffer()) : null
}
const textOf = async (stream: string, file: string) => String(await read(stream, file))
const secondsIn = (playlist: string) =>
  [...playlist.matchAll(/#EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)

/** Decoding time of the first sample and number of samples of a segment. */
function timesOf(segment: Buffer | null) {
  const moof = segment && findBox(segment, 'moof')
  const sample = moof && firstSample(moof)
  const run = moof && findBox(moof, 'traf', 'trun')
  return { time: sample?.time, isSync: sample?.isSync, count: run?.readUInt32BE(4) }
}

describe('a reel of the demo', () => {
  test('does not wait for all segments of another one, and a repeated request makes nothing twice', async () => {
    const made: string[] = []
    const ask = async (stream: string, at: number) => {
      const content = await readReel(stream, `240p/00${at}.m4s`)
      made.push(`${stream === FILM ? 'film' : 'episode'} ${at}`)
      return content
    }
    const segments = await Promise.all([
      ask(FILM, 300),
      ask(FILM, 301),
      ask(FILM, 302),
      ask(FILM, 301),
      ask(EPISODE, 300),
    ])
    expect(made).toEqual(['film 300', 'episode 300', 'film 301', 'film 301', 'film 302'])
    expect(segments[3]).toBe(segments[1])
  })

  test('lasts as long as its name says, in pictures, sound and both captions', async () => {
    expect(await store.describe(FILM)).toMatchObject({
      kind: 'vod',
      duration: 6480,
      credits_at: 6456,
    })
    for (const file of [
      '480p/index.m3u8',
      '240p/index.m3u8',
      '720p/index.m3u8',
      'audio-fa/index.m3u8',
      'audio-en/index.m3u8',
    ])
      expect(secondsIn(await textOf(FILM, file)), file).toBe(6480)
    for (const language of ['fa', 'en']) {
      const lines = await textOf(FILM, `captions/${language}.vtt`)
      expect(lines).toContain('01:47:3')
      expect(lines).toMatch(language === 'fa' ? /انار/ : /pomegranate/)
    }
  })

  test('continues its time from one segment to the next, each with its own key frame', async () => {
    const timescale = 24 * 512
    for (const at of [0, 1, 900]) {
      const { time, isSync, count } = timesOf(
        await read(FILM, `240p/${String(at).padStart(5, '0')}.m4s`),
      )
      expect([time, isSync, count]).toEqual([at * 4 * timescale, true, 96])
    }
    const { time, count } = timesOf(await read(FILM, 'audio-fa/00809.m4s'))
    expect([time, count]).toEqual([809 * 375 * 1024, 375])
  })

  test('declares the size, the codec and at least the bandwidth of its pictures', async () => {
    const master = await textOf(FILM, 'master.m3u8')
    for (const [name, width, height] of [
      ['240p', 426, 240],
      ['480p', 854, 480],
      ['720p', 1280, 720],
    ] as const) {
      expect(master).toContain(`RESOLUTION=${width}x${height}`)
      const init = (await read(FILM, `${name}/init.mp4`)) as Buffer
      const at = init.indexOf('avcC') + 4
      expect(master).toContain(`avc1.${init.subarray(at + 1, at + 4).toString('hex')}`)
    }
    const declared = Number(
      /BANDWIDTH=(\d+),AVERAGE-BANDWIDTH=\d+,RESOLUTION=426/.exec(master)?.[1],
    )
    for (const stream of [FILM, 'demo/reels/rain-on-lalezar/6480', EPISODE])
      for (const at of ['00000', '00002', '00006'])
        expect(((await read(stream, `240p/${at}.m4s`)) as Buffer).length * 2).toBeLessThan(declared)
  })

  test('shows the art of its own title: no two titles have a segment in common', async () => {
    const media = async (stream: string) => {
      const segment = (await read(stream, '240p/00002.m4s')) as Buffer
      return parseBoxes(segment)
        .find(({ type }) => type === 'mdat')
        ?.body.toString('latin1')
    }
    const streams = [
      FILM,
      EPISODE,
      'demo/reels/alley-of-plane-trees-s1e2/2928',
      'demo/reels/uncle-gps/5664',
    ]
    const all = await Promise.all(streams.map(media))
    expect(new Set(all).size).toBe(streams.length)
    expect(await media(FILM)).toBe(all[0])
  })

  test('has a trailer of its own, which does not open the film', async () => {
    expect(await store.describe('demo/reels/quiet-orchard/trailer')).toMatchObject({
      duration: 24,
      audio: ['fa'],
    })
    expect(secondsIn(await textOf('demo/reels/quiet-orchard/trailer', '480p/index.m3u8'))).toBe(24)
    for (const file of [
      '480p/00006.m4s',
      'audio-en/00000.m4s',
      'captions/fa.vtt',
      'storyboard.jpg',
    ])
      expect(await read('demo/reels/quiet-orchard/trailer', file), file).toBeNull()
  })

  test('is an audio book of any length in one file, whose tables name the same pieces again and again', async () => {
    const book = (await read('demo/reels/audio-lantern-maker/14768', 'book.m4a')) as Buffer
    const header = findBox(book, 'moov', 'mvhd') as Buffer
    expect(header.readUInt32BE(16) / header.readUInt32BE(12)).toBe(14768)
    expect(book.length).toBeLessThan(4_000_000)
    const sizes = findBox(book, 'moov', 'trak', 'mdia', 'minf', 'stbl', 'stsz') as Buffer
    expect(sizes.readUInt32BE(8) * 1024).toBe(14768 * 24_000)
  })

  test('has pictures for its timeline', async () => {
    expect(await textOf(FILM, 'storyboard.vtt')).toContain('storyboard.jpg#xywh=160,0,160,90')
    const sheet = (await read(FILM, 'storyboard.jpg')) as Buffer
    expect(sheet.subarray(0, 2).toString('hex')).toBe('ffd8')
  })

  test('exists for titles of the demo only, and has no other files', async () => {
    for (const stream of [
      'demo/reels/nothing/64',
      'demo/reels/quiet-orchard',
      'demo/reels/quiet-orchard/0x10',
      `${FILM}/more`,
    ])
      expect(await store.describe(stream), stream).toBeNull()
    for (const file of [
      '480p/01620.m4s',
      '480p/1.m4s',
      '360p/index.m3u8',
      'captions/ar.vtt',
      'worker.ts',
    ])
      expect(await read(FILM, file), file).toBeNull()
  })
})
