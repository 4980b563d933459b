/** The rules of HLS: streams of ingest follow all of them, and each rule detects the playlist that breaks it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { encodeVideo } from '#src/service/watching/ingest/encode.ts'
import { openFfmpeg } from '#src/service/watching/ingest/ffmpeg.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { hlsFaults, RULES } from '#tests/support/hls-rules.ts'
import { type Files, filesOf } from '#tests/support/hls-stream.ts'
import { HDR10, makeSource } from '#tests/support/video-sources.ts'

type Change = (text: string) => string
type RuleName = keyof typeof RULES
const MASTER = 'master.m3u8'
const [VIDEO, OTHER_VIDEO, AUDIO] = ['360p/index.m3u8', '240p/index.m3u8', 'audio-fa/index.m3u8']
const CAPTIONS = ['captions/fa.m3u8', 'captions/fa.vtt'] as const
const I_FRAMES = '360p/iframes.m3u8'

/** Playlists that break a rule: a file, and the change in it. */
const BROKEN: [rule: RuleName, file: string, change: Change][] = [
  ['every playlist can be parsed', VIDEO, text => text.replace(/#EXT-X-TARGETDURATION.*\n/, '')],
  ['every playlist can be parsed', MASTER, text => text.replace(/BANDWIDTH=\d+,A/, 'A')],
  [
    'no segment is longer than the target duration',
    VIDEO,
    text => text.replace(/(TARGETDURATION:)\d+/, '$13'),
  ],
  [
    'no segment is longer than the target duration',
    I_FRAMES,
    text => text.replace(/(TARGETDURATION:)\d+/, '$13'),
  ],
  [
    'no segment is longer than the target duration',
    CAPTIONS[0],
    text => text.replace(/(TARGETDURATION:)\d+/, '$13'),
  ],
  [
    'pictures and sounds have one target duration',
    AUDIO,
    text => text.replace(/(TARGETDURATION:)\d+/, '$15'),
  ],
  [
    'pictures and sounds have one target duration',
    OTHER_VIDEO,
    text => text.replace(/(TARGETDURATION:)\d+/, '$15'),
  ],
  [
    'segments of the variants begin together',
    OTHER_VIDEO,
    text => text.replace('EXTINF:4.0', 'EXTINF:3.8'),
  ],
  [
    'segments of the variants begin together',
    OTHER_VIDEO,
    text => text.replace(/#EXTINF:.*\nseg00002.*\n/, ''),
  ],
  [
    'segments begin when their playlist says',
    AUDIO,
    text => text.replace(/#EXTINF:[\d.]+/, '#EXTINF:3.5'),
  ],
  ['segments begin when their playlist says', VIDEO, text => text.replace('seg00001', 'seg00002')],
  [
    'every playlist is of version 7, whole, and says that it is',
    VIDEO,
    text => text.replace('#EXT-X-ENDLIST\n', ''),
  ],
  [
    'every playlist is of version 7, whole, and says that it is',
    AUDIO,
    text => text.replace('VERSION:7', 'VERSION:4'),
  ],
  [
    'every playlist is of version 7, whole, and says that it is',
    I_FRAMES,
    text => text.replace('#EXT-X-PLAYLIST-TYPE:VOD\n', ''),
  ],
  [
    'segments of pictures can be decoded alone',
    MASTER,
    text => text.replace('#EXT-X-INDEPENDENT-SEGMENTS\n', ''),
  ],
  [
    'segments of pictures can be decoded alone',
    VIDEO,
    text => text.replace('seg00001.m4s', 'init.mp4'),
  ],
  ...[
    'BANDWIDTH',
    'AVERAGE-BANDWIDTH',
    'RESOLUTION',
    'CODECS',
    'FRAME-RATE',
    'CLOSED-CAPTIONS',
  ].map((name): (typeof BROKEN)[number] => [
    'every variant has its attributes',
    MASTER,
    text => text.replace(new RegExp(`(STREAM-INF:(?:.*,)?)${name}=`), '$1X='),
  ]),
  [
    'every variant has its attributes',
    MASTER,
    text => text.replace(/(I-FRAME-STREAM-INF:.*)RESOLUTION/, '$1X'),
  ],
  [
    'bandwidths are those of the segments',
    MASTER,
    text => text.replace(/(STREAM-INF:BANDWIDTH=)/, '$12'),
  ],
  [
    'bandwidths are those of the segments',
    MASTER,
    text => text.replace(/(AVERAGE-BANDWIDTH=)\d/, '$1'),
  ],
  [
    'bandwidths are those of the segments',
    MASTER,
    text => text.replace(/(I-FRAME-STREAM-INF:BANDWIDTH=)/, '$12'),
  ],
  ['codecs are those of the segments', MASTER, text => text.replace(/avc1\.\w+/, 'avc1.640028')],
  ['codecs are those of the segments', MASTER, text => text.replace(',mp4a.40.2', '')],
  [
    'codecs are those of the segments',
    MASTER,
    text => text.replace(/(I-FRAME.*avc1\.\w+)/, '$1,mp4a.40.2'),
  ],
  ['resolutions are those of the segments', MASTER, text => text.replace('640x360', '640x362')],
  [
    'resolutions are those of the segments',
    MASTER,
    text => text.replace(/(I-FRAME.*)426x240/, '$1426x242'),
  ],
  [
    'frame rates are those of the segments',
    MASTER,
    text => text.replace(/FRAME-RATE=[\d.]+/, 'FRAME-RATE=25.000'),
  ],
  [
    'a group has one default, which is selected automatically',
    MASTER,
    text => text.replace('DEFAULT=YES', 'DEFAULT=NO'),
  ],
  [
    'a group has one default, which is selected automatically',
    MASTER,
    text => text.replaceAll('DEFAULT=NO', 'DEFAULT=YES'),
  ],
  [
    'a group has one default, which is selected automatically',
    MASTER,
    text => text.replace('DEFAULT=YES,AUTOSELECT=YES', 'DEFAULT=YES,AUTOSELECT=NO'),
  ],
  [
    'names differ in a group, and all groups have the same',
    MASTER,
    text => text.replaceAll('"English"', '"فارسی"'),
  ],
  [
    'names differ in a group, and all groups have the same',
    MASTER,
    text => text.replace(/(#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID=")aud/, '$1low'),
  ],
  [
    'tracks of a special kind are never picked by default, and others of a language only once',
    MASTER,
    text => text.replace('DEFAULT=YES,', 'DEFAULT=YES,CHARACTERISTICS="public.auxiliary-content",'),
  ],
  [
    'tracks of a special kind are never picked by default, and others of a language only once',
    MASTER,
    text =>
      text.replace(
        'AUTOSELECT=YES',
        'AUTOSELECT=NO,CHARACTERISTICS="public.accessibility.describes-video"',
      ),
  ],
  [
    'tracks of a special kind are never picked by default, and others of a language only once',
    MASTER,
    text => text.replace('LANGUAGE="en"', 'LANGUAGE="fa"'),
  ],
  [
    'languages are codes of BCP 47',
    MASTER,
    text => text.replace('LANGUAGE="fa"', 'LANGUAGE="per"'),
  ],
  [
    'languages are codes of BCP 47',
    MASTER,
    text => text.replace('LANGUAGE="en"', 'LANGUAGE="english language"'),
  ],
  ['languages are codes of BCP 47', MASTER, text => text.replace('LANGUAGE="en",', '')],
  [
    'every variant has all groups, and every group is there',
    MASTER,
    text => text.replace(',AUDIO="aud"', ''),
  ],
  [
    'every variant has all groups, and every group is there',
    MASTER,
    text => text.replace(',SUBTITLES="sub"', ',SUBTITLES="other"'),
  ],
  [
    'every variant has all groups, and every group is there',
    MASTER,
    text => text.replace(/#EXT-X-MEDIA:TYPE=SUBTITLES.*\n/g, ''),
  ],
  ['playback starts with a rendition of middle size', MASTER, swapVariants],
  [
    'captions are WebVTT, with the time of the pictures where that is not 0',
    CAPTIONS[1],
    text => text.replace('WEBVTT', '1'),
  ],
  [
    'captions are WebVTT, with the time of the pictures where that is not 0',
    CAPTIONS[1],
    text => text.replace('WEBVTT\n', 'WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000\n'),
  ],
  [
    'captions last as long as the pictures',
    CAPTIONS[0],
    text => text.replace(/#EXTINF:[\d.]+/, '#EXTINF:2.000'),
  ],
  [
    'every variant has its pictures that stand alone',
    MASTER,
    text => text.replace(/#EXT-X-I-FRAME.*240p.*\n/, ''),
  ],
  [
    'a picture that stands alone is a fragment up to the end of a keyframe',
    I_FRAMES,
    text => text.replace('#EXT-X-I-FRAMES-ONLY\n', ''),
  ],
  [
    'a picture that stands alone is a fragment up to the end of a keyframe',
    I_FRAMES,
    text => text.replace(/(BYTERANGE:\d+)/, '$10'),
  ],
  [
    'a picture that stands alone is a fragment up to the end of a keyframe',
    I_FRAMES,
    text => text.replace(/(BYTERANGE:\d+@)/, '$11'),
  ],
]

/** Playlists that break a rule, for a stream in H.264 and HEVC, SDR and HDR, with stereo and surround sound. */
const BROKEN_RICH: typeof BROKEN = [
  ['channels are those of the segments', MASTER, text => text.replace('="6"', '="8"')],
  ['channels are those of the segments', MASTER, text => text.replace('surround-fa', 'audio-fa')],
  ['codecs are those of the segments', MASTER, text => text.replace('ac-3', 'mp4a.40.2')],
  ['codecs are those of the segments', MASTER, text => text.replace('surround-en', 'audio-en')],
  [
    'bandwidths are those of the segments',
    MASTER,
    text => text.replace('AUDIO="aud"', 'AUDIO="aud-surround"'),
  ],
  ['codecs are those of the segments', MASTER, text => text.replace('hvc1.2', 'hev1.2')],
  ['codecs are those of the segments', MASTER, text => text.replace('hvc1.2.4', 'hvc1.1.6')],
  ['variants that every device plays come first', MASTER, swapVariants],
  [
    'variants that every device plays come first',
    MASTER,
    text => text.replace(/#EXT-X-STREAM-INF.*avc1.*\n.*\n/g, ''),
  ],
  [
    'video ranges are those of the segments, and said of all where there is more than one',
    MASTER,
    text => text.replace('VIDEO-RANGE=PQ', 'VIDEO-RANGE=HLG'),
  ],
  [
    'video ranges are those of the segments, and said of all where there is more than one',
    MASTER,
    text => text.replace('VIDEO-RANGE=SDR,', ''),
  ],
  [
    'every variant has its pictures that stand alone',
    MASTER,
    text => text.replace(/#EXT-X-I-FRAME.*240p-hevc.*\n/, ''),
  ],
  [
    'names differ in a group, and all groups have the same',
    MASTER,
    text => text.replace(/#EXT-X-MEDIA.*surround-en.*\n/, ''),
  ],
]

describe.runIf(await hasFfmpeg())('the rules of HLS', () => {
  let folder = ''
  let files: Files
  let rich: Files
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'conformance-'))
    const video = join(folder, 'film.mkv')
    const sine = 'sine=440:duration=9'
    const languages = ['-metadata:s:a:0', 'language=per', '-metadata:s:a:1', 'language=eng']
    await makeSource(video, {
      ending: 'mkv',
      picture: 'testsrc2=size=640x360:rate=30000/1001:duration=9',
      sound: [sine, sine],
      args: ['-c:v', 'libx264', '-preset', 'ultrafast', ...languages],
    })
    for (const language of ['fa', 'en'])
      await writeFile(
        video.replace('.mkv', `.${language}.srt`),
        '1\n00:00:01,000 --> 00:00:02,000\nHello\n',
      )
    files = await encoded(video)

    const other = join(folder, 'rich.mkv')
    await makeSource(other, {
      ending: 'mkv',
      sound: ['sine=440:duration=2', 'sine=440:duration=2'],
      args: [...HDR10, '-c:a', 'ac3', ...languages, '-ac:a:0', '6', '-ac:a:1', '2'],
    })
    rich = await encoded(other, true)
  }, 180_000)
  afterAll(() => rm(folder, { recursive: true }))

  async function encoded(video: string, hasHevc = false): Promise<Files> {
    const stream = `${video}.stream`
    await encodeVideo({
      ffmpeg: openFfmpeg(process.env.FFMPEG_PATH),
      video,
      isAudioBook: false,
      hasHevc,
      folder: stream,
      preset: 'ultrafast',
      onProgress: () => undefined,
    })
    return filesOf(stream)
  }

  test('are followed by streams of ingest', () => {
    expect(hlsFaults(files)).toEqual([])
    expect(hlsFaults(rich)).toEqual([])
  })

  test('each have a playlist that breaks them', () => {
    const broken: string[] = [...BROKEN, ...BROKEN_RICH].map(([rule]) => rule)
    expect(Object.keys(RULES).filter(rule => !broken.includes(rule))).toEqual([])
  })

  test.each(BROKEN)('%s: %s is detected (%#)', (rule, file, change) => {
    verifyFound(files, rule, file, change)
  })

  test.each(BROKEN_RICH)('%s: %s of a rich stream is detected (%#)', (rule, file, change) => {
    verifyFound(rich, rule, file, change)
  })
})

function verifyFound(files: Files, rule: RuleName, file: string, change: Change) {
  const text = String(files.get(file))
  expect(change(text)).not.toBe(text)
  const changed = new Map(files).set(file, Buffer.from(change(text)))
  const found = hlsFaults(changed)
  expect(found.filter(it => it.startsWith(`${rule}: `))).not.toEqual([])
}

function swapVariants(text: string): string {
  const [first, second] = text.match(/#EXT-X-STREAM-INF:.*\n.*\n/g) ?? []
  return text.replace(`${first}${second}`, `${second}${first}`)
}
