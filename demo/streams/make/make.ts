/**
 * Makes the streams of the demo: `node demo/streams/make/make.ts [NAME…]`. It takes about two minutes and needs ffmpeg with libx264
 * and fribidi (FFMPEG_PATH, else that of the system). The result is committed, so that setting up never waits for it.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { captionPlaylist, storyboardFile } from '#src/service/watching/ingest/playlists.ts'
import { captionsFile, type Language, NARRATION } from './captions.ts'
import { paintScene, SCENES, type SceneName } from './layers.ts'
import { packSingleFile, writeMaster } from './playlists.ts'

const ROOT = resolve(import.meta.dirname, '..')
const LAYERS = join(tmpdir(), 'pardeh-layers')
const FFMPEG = process.env.FFMPEG_PATH ?? 'ffmpeg'
const FONT = resolve(ROOT, '../../node_modules/vazirmatn/fonts/ttf/Vazirmatn-Bold.ttf')
const RATE = 24
const SECONDS = 64
const RIDGE_SPEEDS = [0.00012, 0.0003, 0.00065, 0.0013]

const LADDER = [
  { folder: '480p', width: 854, height: 480, crf: 26, kbps: 420 },
  { folder: '240p', width: 426, height: 240, crf: 28, kbps: 170 },
  { folder: '720p', width: 1280, height: 720, crf: 25, kbps: 900 },
]

/** Chords that a listener and an analyser can distinguish: Persian starts at 220 Hz, English at 523 Hz. */
const VOICES: Record<Language, [number, number, number]> = {
  fa: [220, 277.18, 329.63],
  en: [523.25, 659.25, 783.99],
}

function ffmpeg(args: (string | number)[]) {
  const quiet = ['-hide_banner', '-loglevel', 'error', '-y']
  execFileSync(FFMPEG, [...quiet, ...args.map(String)], { stdio: 'inherit' })
}

function pad([low, middle, high]: [number, number, number], seconds: number) {
  const voices = [
    `0.13*sin(2*PI*${low}*t)*(0.7+0.3*sin(2*PI*0.11*t))`,
    `0.09*sin(2*PI*${middle}*t)*(0.6+0.4*sin(2*PI*0.07*t+1))`,
    `0.06*sin(2*PI*${high}*t)*(0.5+0.5*sin(2*PI*0.05*t+2))`,
  ]
  const fades = `afade=t=in:d=2,afade=t=out:st=${seconds - 3}:d=3`
  return ['-f', 'lavfi', '-t', seconds, '-i', `aevalsrc='${voices.join('+')}':s=48000,${fades}`]
}

function title(text: string, size: number, y: string, alpha: string) {
  return (
    `drawtext=fontfile=${FONT}:text_shaping=1:text='${text}':fontsize=${size}:fontcolor=white:` +
    `alpha='${alpha}':x=(w-tw)/2:y=${y}:shadowcolor=black@0.45:shadowx=2:shadowy=2`
  )
}

/** Returns inputs and filters for a landscape whose ridges scroll. The output of the filters is `[label]`. */
function sceneGraph(name: SceneName, seconds: number, firstInput: number, label: string) {
  const files = [`${name}-sky.png`, ...RIDGE_SPEEDS.map((_, index) => `${name}-r${index}.png`)]
  const inputs = files.flatMap(file => [
    '-loop', 1, '-framerate', RATE,
    '-t', seconds, '-i', join(LAYERS, file),
  ])
  const ridges = RIDGE_SPEEDS.map(
    (speed, index) =>
      `[${firstInput + 1 + index}:v]format=yuva420p,scroll=h=${speed},crop=1280:720:0:0[${label}l${index}];` +
      `[${label}${index}][${label}l${index}]overlay=0:0:shortest=1[${label}${index + 1}];`,
  )
  const sky = `[${firstInput}:v]format=yuv420p[${label}0];`
  return { inputs, count: files.length, graph: sky + ridges.join(''), out: `${label}4` }
}

function hlsOutput(folder: string) {
  mkdirSync(folder, { recursive: true })
  return [
    '-f', 'hls', '-hls_time', 4, '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4',
    '-hls_flags', 'independent_segments', '-hls_fmp4_init_filename', 'init.mp4',
    '-hls_segment_filename', `${folder}/seg%03d.m4s`, `${folder}/index.m3u8`,
  ]
}

function videoOutput(map: string, crf: number, kbps: number, folder: string) {
  return [
    '-map', map, '-c:v', 'libx264', '-preset', 'slow', '-profile:v', 'high', '-threads', 2,
    '-g', RATE * 2, '-keyint_min', RATE * 2, '-sc_threshold', 0,
    '-crf', crf, '-maxrate', `${kbps}k`, '-bufsize', `${kbps * 2}k`,
    ...hlsOutput(folder),
  ]
}

function audioOutput(map: string, folder: string) {
  return ['-map', map, '-c:a', 'aac', '-b:a', '40k', '-ac', 1, '-ar', 48000, ...hlsOutput(folder)]
}

function makeLandscape(folder: string) {
  const dawn = sceneGraph('dawn', 23, 0, 'a')
  const day = sceneGraph('day', 23, dawn.count, 'b')
  const night = sceneGraph('night', 22, dawn.count + day.count, 'c')
  const audioAt = dawn.count + day.count + night.count
  const opening = 'if(lt(t,1),0,if(lt(t,3),(t-1)/2,if(lt(t,8),1,max(0,1-(t-8)/2))))'
  const graph = [
    dawn.graph + day.graph + night.graph,
    `[${dawn.out}]${title('سفر به کوهستان', 92, 'h*0.22', opening)}[A];`,
    `[${night.out}]${title('پایان', 84, 'h*0.30', 'if(lt(t,13),0,min(1,(t-13)/2))')}[C];`,
    `[A][${day.out}]xfade=transition=fade:duration=2:offset=21[AB];`,
    `[AB][C]xfade=transition=fade:duration=2:offset=42,trim=duration=${SECONDS},`,
    'setpts=PTS-STARTPTS,format=yuv420p,split=3[x][y][z];[x]null[v720p];',
    '[y]scale=854:480:flags=bicubic[v480p];[z]scale=426:240:flags=bicubic[v240p]',
  ].join('')
  ffmpeg([
    ...dawn.inputs,
    ...day.inputs,
    ...night.inputs,
    ...pad(VOICES.fa, SECONDS),
    ...pad(VOICES.en, SECONDS),
    '-filter_complex', graph,
    ...LADDER.flatMap(it =>
      videoOutput(`[v${it.folder}]`, it.crf, it.kbps, join(folder, it.folder)),
    ),
    ...audioOutput(`${audioAt}:a`, join(folder, 'audio-fa')),
    ...audioOutput(`${audioAt + 1}:a`, join(folder, 'audio-en')),
  ])
}

function makePictures(folder: string) {
  const source = join(folder, '480p/media.mp4')
  const tiles = 'fps=1/2:start_time=0,scale=160:90,tile=8x4'
  ffmpeg(['-i', source, '-vf', tiles, '-frames:v', 1, '-q:v', 5, join(folder, 'storyboard.jpg')])
  ffmpeg(['-ss', 6, '-i', source, '-frames:v', 1, '-q:v', 4, join(folder, 'poster.jpg')])
  const sheet = { every: 2, columns: 8, rows: 4, width: 160, height: 90 }
  const file = storyboardFile(SECONDS, { ...sheet, name: () => 'storyboard.jpg' })
  writeFileSync(join(folder, 'storyboard.vtt'), file)
}

function makeCaptions(folder: string) {
  mkdirSync(join(folder, 'captions'), { recursive: true })
  for (const language of ['fa', 'en'] as const) {
    const file = join(folder, 'captions', language)
    writeFileSync(`${file}.vtt`, captionsFile(NARRATION[language]))
    writeFileSync(`${file}.m3u8`, captionPlaylist(`${language}.vtt`, SECONDS))
  }
}

/** Makes a trailer with its own segments: a free token must not open the full title. */
function makeTrailer(folder: string, title: string) {
  for (const name of ['480p', '240p', 'audio-fa']) {
    const source = ['-t', 19.8, '-i', join(title, name, 'media.mp4'), '-c', 'copy']
    ffmpeg([...source, ...hlsOutput(join(folder, name))])
  }
}

function makeAdvert(folder: string) {
  const scene = sceneGraph('day', 10, 0, 'a')
  const rise = 'if(lt(t,0.5),0,min(1,(t-0.5)*1.5))'
  const graph = [
    scene.graph,
    `[${scene.out}]eq=saturation=1.35,`,
    `${title('پرده', 120, 'h*0.24', rise)},`,
    `${title('تماشا، هر جا که هستید', 46, 'h*0.46', rise)},`,
    'scale=854:480:flags=bicubic,format=yuv420p[v]',
  ].join('')
  ffmpeg([
    ...scene.inputs,
    ...pad([392, 493.88, 587.33], 10),
    '-filter_complex', graph,
    ...videoOutput('[v]', 27, 420, join(folder, '480p')),
    ...audioOutput(`${scene.count}:a`, join(folder, 'audio-fa')),
  ])
}

const CHAPTER_SECONDS = 30
const CHAPTERS = [
  { title: 'آغاز راه', notes: [174.61, 220, 261.63] },
  { title: 'چشمه', notes: [196, 246.94, 293.66] },
  { title: 'شبِ پرستاره', notes: [146.83, 185, 220] },
  { title: 'بازگشت', notes: [220, 277.18, 329.63] },
] satisfies { title: string; notes: [number, number, number] }[]

function makeAudioBook(folder: string) {
  mkdirSync(folder, { recursive: true })
  const inputs = CHAPTERS.flatMap(({ notes }) => pad(notes, CHAPTER_SECONDS))
  const parts = CHAPTERS.map((_, index) => `[${index}:a]`).join('')
  const graph = `${parts}concat=n=${CHAPTERS.length}:v=0:a=1[a]`
  const encode = ['-c:a', 'aac', '-b:a', '32k', '-ac', 1, '-movflags', '+faststart']
  ffmpeg([...inputs, '-filter_complex', graph, '-map', '[a]', ...encode, join(folder, 'book.m4a')])
  return CHAPTERS.map(({ title }, index) => ({ title, start: index * CHAPTER_SECONDS }))
}

function pack(folder: string, names: string[], languages: Language[], captions: Language[]) {
  const renditions = LADDER.filter(rung => names.includes(rung.folder)).map(rung => ({
    ...rung,
    name: rung.folder,
    packed: packSingleFile(join(folder, rung.folder)),
  }))
  const audio = languages.map(language => ({
    language,
    packed: packSingleFile(join(folder, `audio-${language}`)),
  }))
  writeMaster({ folder, renditions, audio, captions, frameRate: RATE })
}

interface Description {
  kind: 'vod' | 'live' | 'audio'
  manifest: string
  duration: number | null
  audio: Language[]
  captions: Language[]
  thumbnails?: string
  intro?: { start: number; end: number }
  credits_at?: number
  chapters?: { title: string; start: number }[]
  /** Folder that a live channel plays in a loop. */
  source?: string
}

function describe(name: string, description: Description) {
  mkdirSync(join(ROOT, name), { recursive: true })
  const file = join(ROOT, name, 'stream.json')
  writeFileSync(file, `${JSON.stringify(description, null, 2)}\n`)
}

const STREAMS: Record<string, (folder: string) => void> = {
  landscape(folder) {
    for (const name of Object.keys(SCENES) as SceneName[]) paintScene(name, LAYERS)
    makeLandscape(folder)
    pack(folder, ['480p', '240p', '720p'], ['fa', 'en'], ['fa', 'en'])
    makePictures(folder)
    makeCaptions(folder)
    describe('landscape', {
      kind: 'vod',
      manifest: 'master.m3u8',
      duration: SECONDS,
      audio: ['fa', 'en'],
      captions: ['fa', 'en'],
      thumbnails: 'storyboard.vtt',
      intro: { start: 1, end: 11 },
      credits_at: 54,
    })
  },
  trailer(folder) {
    makeTrailer(folder, join(ROOT, 'landscape'))
    pack(folder, ['480p', '240p'], ['fa'], [])
    describe('trailer', trailerLike(20))
  },
  'adverts/pardeh'(folder) {
    paintScene('day', LAYERS)
    makeAdvert(folder)
    pack(folder, ['480p'], ['fa'], [])
    describe('adverts/pardeh', trailerLike(10))
  },
  book(folder) {
    describe('book', {
      kind: 'audio',
      manifest: 'book.m4a',
      duration: CHAPTERS.length * CHAPTER_SECONDS,
      audio: ['fa'],
      captions: [],
      chapters: makeAudioBook(folder),
    })
  },
  channel() {
    describe('channel', {
      kind: 'live',
      manifest: 'master.m3u8',
      duration: null,
      audio: ['fa', 'en'],
      captions: [],
      source: 'landscape',
    })
  },
}

function trailerLike(duration: number): Description {
  return { kind: 'vod', manifest: 'master.m3u8', duration, audio: ['fa'], captions: [] }
}

function main(names: string[]) {
  mkdirSync(LAYERS, { recursive: true })
  for (const [name, make] of Object.entries(STREAMS)) {
    if (names.length > 0 && !names.includes(name)) continue
    rmSync(join(ROOT, name), { recursive: true, force: true })
    make(join(ROOT, name))
  }
  rmSync(LAYERS, { recursive: true, force: true })
}

main(process.argv.slice(2))
