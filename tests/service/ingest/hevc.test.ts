/** HEVC beside H.264: its codecs and colours, of what ffmpeg says, and its stream. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FfmpegError } from '#src/service/ingest/ffmpeg.ts'
import { hdrIn } from '#src/service/ingest/hdr.ts'
import { hevcArguments, hevcCodec, hevcLadder, verifyHevc } from '#src/service/ingest/hevc.ts'
import { streamOf } from '#src/service/ingest/ingest.ts'
import { ladderOf } from '#src/service/ingest/source.ts'

const LINE = 'Video: hevc (Main 10), yuv420p10le(tv, bt2020nc/bt2020/smpte2084), 3840x2160, 24 fps'
const LIGHT = `${LINE}
    Side data:
      Mastering Display Metadata, has_primaries:1 has_luminance:1 r(0.6800,0.3200) g(0.2650,0.6900) b(0.1500 0.0600) wp(0.3127, 0.3290) min_luminance=0.000100, max_luminance=1000.000000
      Content Light Level Metadata, MaxCLL=1000, MaxFALL=400`

test.each([
  ['01 01 60000000 b00000000000 5d', 'hvc1.1.6.L93.B0'],
  ['01 02 20000000 900000000000 5a', 'hvc1.2.4.L90.90'],
  ['01 22 20000000 b00000000001 99', 'hvc1.2.4.H153.B0.0.0.0.0.1'],
  ['01 41 60000000 000000000000 3c', 'hvc1.A1.6.L60'],
])('an hvcC box of %s is %s', (box, codec) => {
  expect(hevcCodec(Buffer.from(box.replaceAll(' ', ''), 'hex'))).toBe(codec)
})

describe('HDR', () => {
  const argumentsOf = (said: string) => {
    const [rung] = hevcLadder(
      ladderOf({ width: 640, height: 360, frameRate: 24 }).slice(0, 1),
      hdrIn(said),
    )
    return rung ? hevcArguments(rung, { preset: 'medium', interval: 48 }).join(' ') : ''
  }

  test('keeps what the file says of its colours and of the screen it was graded on', () => {
    const given = argumentsOf(LIGHT)
    expect(given).toContain(
      ':master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400',
    )
    expect(given).toContain('-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084')
    expect(argumentsOf(LINE)).not.toMatch(/master-display|max-cll/)
    const hlg = argumentsOf(LINE.replace('smpte2084', 'arib-std-b67'))
    expect(hlg).toContain('-color_trc arib-std-b67')
  })

  test('is read from the line of the picture alone', () => {
    expect(hdrIn(LINE)?.range).toBe('PQ')
    expect(hdrIn(LINE.replace('smpte2084', 'arib-std-b67'))?.range).toBe('HLG')
    expect(hdrIn(`Video: h264, yuv420p(tv, bt709)\n title : smpte2084`)).toBeNull()
    expect(argumentsOf('Video: h264, yuv420p(tv, bt709)')).not.toContain('-color')
  })
})

test('an ffmpeg without libx265 is refused in words', async () => {
  const ffmpeg = {
    describe: async () => '',
    run: () => Promise.reject(new FfmpegError("Unknown encoder 'libx265'")),
  }
  await expect(verifyHevc(ffmpeg)).rejects.toThrow(/--hevc needs an ffmpeg with libx265: Unknown/)
})

describe('a stream', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hevc-'))
  })
  afterAll(() => rm(folder, { recursive: true }))

  test('with HEVC is another one than that without', async () => {
    const video = join(folder, 'film.mp4')
    await writeFile(video, 'film')
    const audioCorrections = [{ track: 1, language: 'fa' }]
    const options = [{}, { hasHevc: true }, { audioCorrections }]
    const names = [...options, { hasHevc: true, audioCorrections }].map(more =>
      streamOf('aaaa', { video, kind: 'primary', ...more }),
    )
    expect(new Set(await Promise.all(names)).size).toBe(4)
    const without = streamOf('aaaa', { video, kind: 'primary', hasHevc: false })
    expect(await without).toBe(await names[0])
  })
})
