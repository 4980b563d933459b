/** Files as they come from cameras, studios and the internet, made by ffmpeg, and the expected result of each. */
import { execFileSync } from 'node:child_process'
import { open, readFile, rename, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { bytesOf1256 } from './windows-1256.ts'

const PROGRAM = process.env.FFMPEG_PATH || 'ffmpeg'
export const SECONDS = 2

export type Made = {
  /** Words of the command in addition to the usual ones. */
  words?: string[]
  /** Arguments of ffmpeg between its inputs and the output file. */
  args?: string[]
  /** Such as `testsrc2=…`; null for sound only. */
  picture?: string | null
  sound?: string[]
  ending: string
  after?: (file: string) => Promise<unknown>
  isAudioBook?: boolean
}
export type Expected = {
  /** `480p 854x480 25.000` for each rendition. */
  renditions?: string[]
  audio?: string[]
  /** Keys and last lines, such as `fa-sdh: [Music]`. */
  captions?: string[]
  /** Media lines of the playlist, such as `AUDIO فارسی (توصیف صوتی) DEFAULT=NO AUTOSELECT=YES`. */
  media?: string[]
  /** Groups, names, channels and folders, such as `aud فارسی 2 audio-fa`. */
  sound?: string[]
  /** Codec of the pictures and VIDEO-RANGE of each variant, such as `hvc1.2.4 PQ`. */
  ranges?: string[]
  error?: RegExp
  /** Message about the tracks that are left out. */
  says?: RegExp
  isDamaged?: boolean
  /** True if something that the operator named is not used. */
  isPartial?: boolean
  /** Seconds of silence with which each audio track begins, by its key. */
  delays?: Record<string, number>
  /** Encoding of the caption file beside the video. */
  encoding?: string
}

const picture = (size: string, rate: string | number = 5, seconds = SECONDS) =>
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`
const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast']
const HEVC_10 = ['-c:v', 'libx265', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p10le']
const hdr = (transfer: string) => [
  ...HEVC_10,
  '-x265-params',
  `log-level=error:colorprim=bt2020:transfer=${transfer}:colormatrix=bt2020nc`,
]
export const HDR10 = hdr('smpte2084')
const SINE = `sine=440:duration=${SECONDS}`
const tag = (stream: string, language: string) => [`-metadata:s:${stream}`, `language=${language}`]
const cue = (text: string) => `1\n00:00:00,200 --> 00:00:01,500\n${text}\n`
const beside = (ending: string, bytes: Uint8Array | string) => (file: string) =>
  writeFile(file.replace(/\.\w+$/, ending), bytes)
const SMALL = ['240p 320x180 5.000']
const LANGUAGES_OF_TWO = [...tag('a:0', 'per'), ...tag('a:1', 'eng'), '-c:a', 'aac']
const EIGHT_LANGUAGES = ['fa-IR', 'English', 'ara', 'tur', 'kur', 'ger', 'fre', 'rus']

export const SOURCES: [string, Made, Expected][] = [
  ['H.264 and AAC in mp4', { ending: 'mp4', args: H264 }, { renditions: SMALL, audio: ['fa'] }],
  ['HEVC in mkv', { ending: 'mkv', args: HEVC_10 }, { renditions: SMALL }],
  ['VP9 and Opus in WebM', { ending: 'webm', args: ['-c:v', 'libvpx-vp9'] }, { renditions: SMALL }],
  [
    'ProRes and PCM in mov, in scope',
    {
      ending: 'mov',
      picture: picture('1920x804', '24000/1001'),
      args: ['-c:v', 'prores_ks', '-c:a', 'pcm_s16le'],
    },
    {
      renditions: [
        '480p 854x358 23.976',
        '240p 426x178 23.976',
        '360p 640x268 23.976',
        '720p 1280x536 23.976',
        '1080p 1920x804 23.976',
      ],
    },
  ],
  [
    'interlaced MPEG-2 with wide pixels, as television has it',
    {
      ending: 'ts',
      picture: picture('720x576', 25),
      args: ['-vf', 'setsar=64/45', '-c:v', 'mpeg2video', '-flags', '+ildct+ilme', '-c:a', 'mp2'],
    },
    { renditions: ['480p 854x480 25.000', '240p 426x240 25.000', '360p 640x360 25.000'] },
  ],
  [
    'an upright video',
    { ending: 'mp4', picture: picture('540x960'), args: H264 },
    { renditions: ['480p 480x854 5.000', '240p 240x426 5.000', '360p 360x640 5.000'] },
  ],
  [
    'a video of a phone that was held upright',
    {
      ending: 'mp4',
      picture: picture('640x360'),
      args: H264,
      after: file => turned(file),
    },
    { renditions: ['360p 360x640 5.000', '240p 240x426 5.000'] },
  ],
  [
    '60 pictures a second',
    { ending: 'mp4', picture: picture('854x480', 60), args: H264 },
    { renditions: ['480p 854x480 60.000', '240p 426x240 30.000', '360p 640x360 30.000'] },
  ],
  [
    'pictures at uneven times, as phones have them',
    {
      ending: 'mp4',
      picture: picture('854x480', 60, 9),
      args: ['-vf', "select='not(mod(n,3))+gt(random(1),0.6)'", '-vsync', 'vfr', ...H264],
    },
    { audio: ['fa'] },
  ],
  [
    '59.94 pictures a second, with sound that begins later',
    {
      ending: 'ts',
      picture: picture('854x480', '60000/1001', 9),
      args: ['-af', 'asetpts=PTS+1/TB', ...H264],
    },
    { renditions: ['480p 854x480 59.940', '240p 426x240 29.970', '360p 640x360 29.970'] },
  ],
  [
    '4K',
    { ending: 'mp4', picture: picture('3840x2160', 2), args: H264 },
    {
      renditions: [
        '480p 854x480 2.000',
        '240p 426x240 2.000',
        '360p 640x360 2.000',
        '720p 1280x720 2.000',
        '1080p 1920x1080 2.000',
        '1440p 2560x1440 2.000',
        '2160p 3840x2160 2.000',
      ],
    },
  ],
  ['HDR10', { ending: 'mkv', args: HDR10 }, { renditions: SMALL }],
  [
    'HDR10, kept in HEVC',
    { ending: 'mkv', args: HDR10, words: ['--hevc'] },
    {
      renditions: [...SMALL, '240p-hevc 320x180 5.000'],
      ranges: ['avc1 SDR', 'hvc1.2.4 PQ'],
    },
  ],
  [
    'HLG with surround sound, kept in HEVC',
    {
      ending: 'mkv',
      picture: picture('640x360'),
      args: [...hdr('arib-std-b67'), '-ac', '6', '-c:a', 'ac3'],
      words: ['--hevc'],
    },
    {
      renditions: [
        '360p 640x360 5.000',
        '240p 426x240 5.000',
        '360p-hevc 640x360 5.000',
        '240p-hevc 426x240 5.000',
        '360p 640x360 5.000',
        '240p 426x240 5.000',
        '360p-hevc 640x360 5.000',
        '240p-hevc 426x240 5.000',
      ],
      ranges: [
        'avc1 SDR',
        'avc1 SDR',
        'hvc1.2.4 HLG',
        'hvc1.2.4 HLG',
        'avc1 SDR',
        'avc1 SDR',
        'hvc1.2.4 HLG',
        'hvc1.2.4 HLG',
      ],
    },
  ],
  [
    'SDR, in HEVC too',
    { ending: 'mp4', args: H264, words: ['--hevc'] },
    {
      renditions: [...SMALL, '240p-hevc 320x180 5.000'],
      ranges: ['avc1 undefined', 'hvc1.1.6 undefined'],
    },
  ],
  [
    'an audio book, in HEVC',
    { ending: 'mp3', picture: null, isAudioBook: true, words: ['--hevc'] },
    { error: /--hevc needs a video, but the title is an audio book/ },
  ],
  ['HLG', { ending: 'mkv', args: hdr('arib-std-b67') }, { renditions: SMALL }],
  [
    'odd sizes',
    { ending: 'mkv', args: ['-vf', 'scale=321:181', '-pix_fmt', 'yuv444p', '-c:v', 'ffv1'] },
    { renditions: ['240p 322x182 5.000'] },
  ],
  ['no sound', { ending: 'mp4', sound: [], args: H264 }, { renditions: SMALL, audio: [] }],
  [
    'surround sound',
    {
      ending: 'mkv',
      sound: [SINE, SINE],
      args: [
        ...H264,
        '-ac:a:0',
        '6',
        '-c:a',
        'ac3',
        ...tag('a:0', 'per'),
        '-ac:a:1',
        '2',
        ...tag('a:1', 'eng'),
      ],
    },
    {
      renditions: [...SMALL, ...SMALL],
      audio: ['fa', 'en'],
      sound: [
        'aud فارسی 2 audio-fa',
        'aud English 2 audio-en',
        'aud-surround فارسی 6 surround-fa',
        'aud-surround English 2 surround-en',
      ],
    },
  ],
  [
    'sound in three languages',
    {
      ending: 'mkv',
      sound: [SINE, SINE, SINE],
      args: [...H264, ...tag('a:0', 'per'), ...tag('a:1', 'swe'), ...tag('a:2', 'ckb')],
    },
    { audio: ['fa', 'sv', 'ckb'] },
  ],
  [
    'sound of several kinds in one language',
    {
      ending: 'mkv',
      sound: Array(6).fill(SINE),
      args: [
        ...H264,
        ...tag('a:0', 'per'),
        ...tag('a:1', 'per'),
        ...tag('a:2', 'eng'),
        '-disposition:a:0',
        'visual_impaired',
        ...tag('a:3', 'per'),
        '-metadata:s:a:2',
        'title=Commentary by the director',
        ...tag('a:4', 'per'),
        '-metadata:s:a:4',
        'title=گفتار\u200cهمراه كارگردان',
        ...tag('a:5', 'per'),
        '-metadata:s:a:5',
        'title=صدای بازیگران',
      ],
    },
    {
      audio: ['fa', 'fa-description', 'en-commentary', 'fa-commentary'],
      says: /^Audio track 4 \(\w+\) in fa was left out: another one is also main in fa\. Use --audio 4=….*\nAudio track 6 \(\w+\) in fa, commentary was left out: another one is also commentary in fa\./m,
      media: [
        'AUDIO فارسی DEFAULT=YES AUTOSELECT=YES FORCED=undefined',
        'AUDIO فارسی (توصیف صوتی) DEFAULT=NO AUTOSELECT=YES FORCED=undefined',
        'AUDIO English (commentary) DEFAULT=NO AUTOSELECT=NO FORCED=undefined',
        'AUDIO فارسی (گفتار همراه) DEFAULT=NO AUTOSELECT=NO FORCED=undefined',
      ],
    },
  ],
  [
    'sound that an operator describes',
    {
      ending: 'mp4',
      sound: [SINE, SINE, SINE],
      args: [...H264, ...tag('a:1', 'eng')],
      words: ['--audio', '2=fa:commentary,۱=per:description'],
    },
    { audio: ['fa', 'fa-description', 'fa-commentary'] },
  ],
  [
    'sound that is not there, and is described',
    { ending: 'mp4', args: H264, words: ['--audio', '2=fa:description'] },
    { error: /--audio names track 2, but the number of audio tracks in the file is 1/ },
  ],
  [
    'captions for the deaf and forced ones, within and beside it',
    {
      ending: 'mkv',
      args: H264,
      after: async file => {
        await withTexts(
          file,
          ['Sign', 'Hello', '[Music]'],
          [
            '-disposition:s:0',
            'forced',
            '-disposition:s:2',
            'hearing_impaired',
            ...[0, 1, 2].flatMap(at => tag(`s:${at}`, 'eng')),
          ],
        )
        await beside('.fa.sdh.srt', cue('[موسیقی]'))(file)
        await beside('.forced.srt', cue('تابلو'))(file)
        await beside('.srt', cue('سلام'))(file)
      },
    },
    {
      captions: [
        'fa: سلام',
        'en: Hello',
        'fa-sdh: [موسیقی]',
        'en-sdh: [Music]',
        'fa-forced: تابلو',
        'en-forced: Sign',
      ],
      media: [
        'AUDIO فارسی DEFAULT=YES AUTOSELECT=YES FORCED=undefined',
        'SUBTITLES فارسی DEFAULT=NO AUTOSELECT=YES FORCED=NO',
        'SUBTITLES English DEFAULT=NO AUTOSELECT=YES FORCED=NO',
        'SUBTITLES فارسی (ویژهٔ ناشنوایان) DEFAULT=NO AUTOSELECT=YES FORCED=NO',
        'SUBTITLES English (SDH) DEFAULT=NO AUTOSELECT=YES FORCED=NO',
        'SUBTITLES فارسی (خودکار) DEFAULT=NO AUTOSELECT=YES FORCED=YES',
        'SUBTITLES English (forced) DEFAULT=NO AUTOSELECT=YES FORCED=YES',
      ],
    },
  ],
  [
    'captions of Windows beside it',
    { ending: 'mp4', args: H264, after: beside('.srt', bytesOf1256(cue('پچژگ، سلام'))) },
    { captions: ['fa: پچژگ، سلام'], encoding: 'windows-1256' },
  ],
  [
    'captions in UTF-16 beside it',
    {
      ending: 'mp4',
      args: H264,
      after: beside('.en.srt', Buffer.from(`\ufeff${cue('Hello')}`, 'utf16le')),
    },
    { captions: ['en: Hello'], encoding: 'utf-16le' },
  ],
  [
    'captions in TTML beside it',
    {
      ending: 'mp4',
      args: H264,
      after: beside(
        '.de.dfxp',
        '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0.2s" end="1.5s">Guten Tag</p></div></body></tt>',
      ),
    },
    { captions: ['de: Guten Tag'], encoding: 'utf-8' },
  ],
  [
    'two dubs that begin at different times',
    {
      ending: 'mkv',
      sound: [SINE, SINE],
      args: [
        ...H264,
        ...['-filter:a:0', 'asetpts=PTS+0.5/TB', '-filter:a:1', 'asetpts=PTS+1/TB'],
        ...tag('a:0', 'per'),
        ...tag('a:1', 'eng'),
      ],
    },
    { renditions: SMALL, audio: ['fa', 'en'], delays: { fa: 0.5, en: 1 } },
  ],
  [
    'a cover in mp4',
    { ending: 'mp4', args: H264, after: file => withCover(file, 'mp4') },
    { renditions: SMALL, audio: ['fa'] },
  ],
  [
    'a cover in mkv',
    { ending: 'mkv', args: H264, after: file => withCover(file, 'mkv') },
    { renditions: SMALL, audio: ['fa'] },
  ],
  [
    'HDR with a cover',
    { ending: 'mkv', args: HDR10, words: ['--hevc'], after: file => withCover(file, 'mkv') },
    {
      renditions: [...SMALL, '240p-hevc 320x180 5.000'],
      ranges: ['avc1 SDR', 'hvc1.2.4 PQ'],
    },
  ],
  [
    'timestamps from an hour',
    { ending: 'ts', picture: picture('320x180', 25), args: [...H264, '-output_ts_offset', '3600'] },
    { renditions: ['240p 320x180 25.000'], audio: ['fa'], delays: { fa: 0 } },
  ],
  [
    'an edit list',
    { ending: 'mp4', picture: picture('320x180', 25, 4), args: H264, after: edited },
    { renditions: ['240p 320x180 25.000'], audio: ['fa'], delays: { fa: 0 } },
  ],
  [
    'two programmes of a transponder',
    {
      ending: 'ts',
      sound: [SINE, SINE],
      args: [
        '-map',
        '0',
        '-s:v:1',
        '160x90',
        ...H264,
        '-c:a',
        'mp2',
        ...tag('a:0', 'fas'),
        ...tag('a:1', 'eng'),
        '-program',
        'program_num=7:title=Nasim:st=3:st=2',
        '-program',
        'program_num=9:title=شبکهٔ ۱:st=0:st=1',
      ],
    },
    {
      renditions: SMALL,
      audio: ['fa'],
      says: /^Taken: Pictures \(h264\): programme 9 \(شبکهٔ ۱\)\n.*\nPicture track \d \(h264\) was left out: it belongs to programme 7 \(Nasim\).*\nAudio track \d \(mp2\) in en was left out: it belongs to programme 7 \(Nasim\)/m,
    },
  ],
  [
    'a timecode',
    { ending: 'mov', args: [...H264, '-timecode', '10:00:00:00'] },
    { says: /^Data track 1 \(tmcd\) was left out: it is neither pictures, sound nor captions/m },
  ],
  [
    'a language that only the second track states',
    { ending: 'mkv', sound: [SINE, SINE], args: [...H264, ...tag('a:1', 'Persian')] },
    {
      audio: ['fa'],
      says: /^Taken: Audio track 2 (?:.*\n)+Audio track 1 .* was left out: another one is also main/m,
    },
  ],
  [
    'a second track that is damaged',
    { ending: 'mkv', sound: [SINE, SINE], args: [...H264, ...LANGUAGES_OF_TWO], after: renamed },
    {
      audio: ['fa'],
      says: /^Audio track 2 \(.*\) in en was left out: ffmpeg /m,
    },
  ],
  [
    'a second track that is damaged, and is described',
    {
      ending: 'mkv',
      sound: [SINE, SINE],
      args: [...H264, ...LANGUAGES_OF_TWO],
      words: ['--audio', '2=en:commentary'],
      after: renamed,
    },
    { audio: ['fa'], says: /^Audio track 2 .* was left out: ffmpeg /m, isPartial: true },
  ],
  [
    'a track that the operator leaves out',
    {
      ending: 'mkv',
      sound: [SINE, SINE],
      args: [...H264, ...LANGUAGES_OF_TWO],
      words: ['--audio', '1=none'],
    },
    { audio: ['en'], says: /^Audio track 1 .* was left out: --audio says so/m },
  ],
  [
    'an unknown language and none',
    {
      ending: 'mkv',
      sound: [SINE, SINE],
      args: [...H264, ...tag('a:0', 'und'), ...tag('a:1', 'Klingonese')],
    },
    { audio: ['fa'], says: /^Audio track 2 .* was left out: another one is also main in fa/m },
  ],
  [
    'eight audio tracks',
    {
      ending: 'mkv',
      sound: Array(8).fill(SINE),
      args: [...H264, ...EIGHT_LANGUAGES.flatMap((language, at) => tag(`a:${at}`, language))],
    },
    { audio: ['fa', 'en', 'ar', 'tr', 'ku', 'de', 'fr', 'ru'] },
  ],
  [
    'a file without a duration',
    { ending: 'webm', args: ['-c:v', 'libvpx', '-live', '1'] },
    { renditions: SMALL, audio: ['fa'] },
  ],
  [
    '120 pictures a second',
    { ending: 'mkv', picture: picture('854x480', 120), args: H264 },
    { renditions: ['480p 854x480 60.000', '240p 426x240 30.000', '360p 640x360 30.000'] },
  ],
  [
    'captions beside it that are not understood',
    { ending: 'mp4', args: H264, after: beside('.final.srt', cue('سلام')) },
    { captions: [], says: /^Captions .*\.final\.srt was left out: "final"/m, isPartial: true },
  ],
  [
    'a file that breaks off',
    {
      ending: 'mkv',
      picture: picture('640x360', 25, 20),
      args: H264,
      after: cutOff,
    },
    { error: /but ends at/ },
  ],
  [
    'a file that is damaged within',
    {
      ending: 'mkv',
      picture: picture('320x180', 25, 10),
      args: [...H264, '-g', '25'],
      after: damage,
    },
    { isDamaged: true },
  ],
  [
    'a text',
    { ending: 'mkv', after: file => writeFile(file, 'not a video') },
    { error: /"a-text\.mkv" is not a media file, or it is damaged/ },
  ],
  [
    'no bytes',
    { ending: 'mp4', after: file => truncate(file, 0) },
    { error: /"no-bytes\.mp4" is empty \(0 bytes\)/ },
  ],
  [
    'an mp4 without its index',
    { ending: 'mp4', args: H264, after: cutOff },
    { error: /"an-mp4-without-its-index\.mp4" has no index \(moov\).* Copy it again/ },
  ],
  ['an mp3 behind a film', { ending: 'mp3', picture: null }, { error: /no video/ }],
  [
    'a video behind an audio book',
    { ending: 'mp4', args: H264, isAudioBook: true },
    { error: /contains a video/ },
  ],
  [
    'an mp3 behind an audio book',
    { ending: 'mp3', picture: null, isAudioBook: true },
    { audio: ['fa'] },
  ],
  [
    'a flac behind an audio book',
    { ending: 'flac', picture: null, isAudioBook: true },
    { audio: ['fa'] },
  ],
  [
    'an audio book in two languages',
    {
      ending: 'm4a',
      picture: null,
      isAudioBook: true,
      sound: [SINE, SINE],
      args: [...tag('a:0', 'per'), ...tag('a:1', 'eng')],
    },
    {
      audio: ['fa'],
      says: /^Audio track 2 \(aac\) in en was left out: an audio book has only one\./m,
    },
  ],
  [
    'an English m4a behind an audio book',
    { ending: 'm4a', picture: null, args: tag('a:0', 'eng'), isAudioBook: true },
    { audio: ['en'] },
  ],
]

export async function makeSource(
  file: string,
  { args = [], picture: source, sound = [SINE], after }: Made,
): Promise<void> {
  const sources = [...(source === null ? [] : [source ?? picture('320x180')]), ...sound]
  const inputs = sources.flatMap(it => ['-f', 'lavfi', '-i', it])
  const maps = sources.flatMap((_, at) => ['-map', String(at)])
  execFileSync(PROGRAM, ['-v', 'error', '-y', ...inputs, ...maps, ...args, file], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await after?.(file)
}

/** Rotates the picture as a phone does: the pixels are sideways, and a matrix turns them. ffmpeg before 6 has another option for it. */
async function turned(file: string): Promise<void> {
  const lying = `${file}.mp4`
  const copy = (before: string[], after: string[]) =>
    execFileSync(PROGRAM, ['-v', 'error', ...before, '-i', file, '-c', 'copy', ...after, lying], {
      stdio: 'ignore',
    })
  try {
    copy(['-display_rotation', '90'], [])
  } catch {
    copy([], ['-metadata:s:v:0', 'rotate=90'])
  }
  await rename(lying, file)
}

/** Adds text tracks to the file. @param args arguments of ffmpeg for them */
async function withTexts(file: string, texts: string[], args: string[]): Promise<void> {
  const names = texts.map((_, at) => `${file}.${at}.srt`)
  await Promise.all(texts.map((text, at) => writeFile(names[at] ?? '', cue(text))))
  const inputs = [file, ...names].flatMap(name => ['-i', name])
  const maps = [file, ...names].flatMap((_, at) => ['-map', String(at)])
  const made = `${file}.mkv`
  execFileSync(PROGRAM, ['-v', 'error', ...inputs, ...maps, '-c', 'copy', ...args, made], {
    stdio: 'ignore',
  })
  await rename(made, file)
  // They would be taken for captions next to the video.
  await Promise.all(names.map(name => rm(name)))
}

async function cutOff(file: string): Promise<void> {
  await truncate(file, Math.round((await stat(file)).size / 2))
}

async function damage(file: string): Promise<void> {
  const handle = await open(file, 'r+')
  const { size } = await handle.stat()
  await handle.write(Buffer.alloc(2_000, 0x55), 0, 2_000, Math.round(size / 2))
  await handle.close()
}

/** Adds a cover as players of music do: a track of one picture, or an attachment. */
async function withCover(file: string, ending: 'mp4' | 'mkv'): Promise<void> {
  const [cover, made] = [`${file}.jpg`, `${file}.with-cover.${ending}`]
  const run = (...args: string[]) =>
    execFileSync(PROGRAM, ['-v', 'error', '-y', ...args], { stdio: 'ignore' })
  run('-f', 'lavfi', '-i', 'color=red:size=600x800', '-frames:v', '1', cover)
  const before = ['-i', cover, '-i', file, '-map', '0', '-map', '1', '-c', 'copy']
  const attached = ['-i', file, '-map', '0', '-c', 'copy', '-attach', cover]
  if (ending === 'mp4') run(...before, '-disposition:v:0', 'attached_pic', made)
  else run(...attached, '-metadata:s:t', 'mimetype=image/jpeg', made)
  await rename(made, file)
}

/** Leaves out the first half without encoding, so that the file says from where to play. */
async function edited(file: string): Promise<void> {
  const made = `${file}.edited.mp4`
  const args = ['-v', 'error', '-ss', '1.5', '-i', file, '-c', 'copy', '-map', '0', made]
  execFileSync(PROGRAM, args, { stdio: 'ignore' })
  await rename(made, file)
}

/** Gives the last audio track of a Matroska file a codec that does not exist. */
async function renamed(file: string): Promise<void> {
  const bytes = await readFile(file)
  const at = bytes.lastIndexOf('A_AAC')
  bytes.write('A_XYZ', at)
  await writeFile(file, bytes)
}
