/** HEVC next to H.264: its codecs and colours, read from the output of ffmpeg, and its stream. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FfmpegError } from '#src/service/watching/ingest/ffmpeg.ts'
import { hdrOf } from '#src/service/watching/ingest/hdr.ts'
import {
  hevcArguments,
  hevcCodec,
  hevcLadder,
  verifyHevc,
} from '#src/service/watching/ingest/hevc.ts'
import { ingestedStreamKey } from '#src/service/watching/ingest/ingest.ts'
import { renditionLadder } from '#src/service/watching/ingest/rendition-ladder.ts'

const PQ = { transfer: 'smpte2084', sideData: [] }
const LIGHT = {
  transfer: 'smpte2084',
  sideData: [
    {
      side_data_type: 'Mastering display metadata',
      red_x: '34000/50000',
      red_y: '16000/50000',
      green_x: '13250/50000',
      green_y: '34500/50000',
      blue_x: '7500/50000',
      blue_y: '3000/50000',
      white_point_x: '15635/50000',
      white_point_y: '16450/50000',
      min_luminance: '1/10000',
      max_luminance: '10000000/10000',
    },
    { side_data_type: 'Content light level metadata', max_content: 1000, max_average: 400 },
  ],
}

test.each([
  ['01 01 60000000 b00000000000 5d', 'hvc1.1.6.L93.B0'],
  ['01 02 20000000 900000000000 5a', 'hvc1.2.4.L90.90'],
  ['01 22 20000000 b00000000001 99', 'hvc1.2.4.H153.B0.0.0.0.0.1'],
  ['01 41 60000000 000000000000 3c', 'hvc1.A1.6.L60'],
])('an hvcC box of %s is %s', (box, codec) => {
  expect(hevcCodec(Buffer.from(box.replaceAll(' ', ''), 'hex'))).toBe(codec)
})

describe('HDR', () => {
  const argumentsOf = (picture: Parameters<typeof hdrOf>[0]) => {
    const [rung] = hevcLadder(
      renditionLadder({ width: 640, height: 360, frameRate: 24 }).slice(0, 1),
      hdrOf(picture),
    )
    return rung ? hevcArguments(rung, { preset: 'medium', interval: 48 }).join(' ') : ''
  }

  test('keeps the colours of the file and of the screen on which it was graded', () => {
    const given = argumentsOf(LIGHT)
    expect(given).toContain(
      ':master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,1):max-cll=1000,400',
    )
    expect(given).toContain('-colorspace bt2020nc -color_primaries bt2020 -color_trc smpte2084')
    expect(argumentsOf(PQ)).not.toMatch(/master-display|max-cll/)
    const hlg = argumentsOf({ ...PQ, transfer: 'arib-std-b67' })
    expect(hlg).toContain('-color_trc arib-std-b67')
  })

  test('is that of the transfer function', () => {
    expect(hdrOf(PQ)?.range).toBe('PQ')
    expect(hdrOf({ ...PQ, transfer: 'arib-std-b67' })?.range).toBe('HLG')
    expect(hdrOf({ ...LIGHT, transfer: 'bt709' })).toBeNull()
    expect(argumentsOf({ ...PQ, transfer: 'bt709' })).not.toContain('-color')
  })
})

test('an ffmpeg without libx265 is refused with a message', async () => {
  const ffmpeg = {
    probe: async () => '',
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

  test('with HEVC differs from the one without', async () => {
    const video = join(folder, 'film.mp4')
    await writeFile(video, 'film')
    const audioCorrections = [{ track: 1, language: 'fa' }]
    const options = [{}, { hasHevc: true }, { audioCorrections }]
    const names = [...options, { hasHevc: true, audioCorrections }].map(more =>
      ingestedStreamKey('aaaa', { video, kind: 'primary', ...more }),
    )
    expect(new Set(await Promise.all(names)).size).toBe(4)
    const without = ingestedStreamKey('aaaa', { video, kind: 'primary', hasHevc: false })
    expect(await without).toBe(await names[0])
  })
})
