/** A company's encoder: ffmpeg produces a test picture as live HLS, and an HTTP server serves its files. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, extname, join } from 'node:path'
import { MEDIA_TYPES } from '#src/service/platform/adapters/media/media-types.ts'

export type TestEncoder = {
  /** URL of the multivariant playlist. */
  url: string
  /** URL of the media playlist. */
  mediaUrl: string
  /** Names of the files that were requested. */
  asked: string[]
  /** Starts sending, from number 0 again after a stop. */
  start: () => Promise<void>
  /** Stops sending. Its files remain. */
  stop: () => Promise<void>
  /** Names of files that are answered with 503. */
  broken: Set<string>
  close: () => Promise<void>
}
export type EncoderOptions = { kind?: 'ts' | 'fmp4'; listSize?: number; hasDates?: boolean }

export async function anEncoder(options: EncoderOptions = {}): Promise<TestEncoder> {
  const folder = await mkdtemp(join(tmpdir(), 'pardeh-encoder-'))
  const asked: string[] = []
  const broken = new Set<string>()
  let ffmpeg: ChildProcess | null = null

  const server = createServer(async (req, res) => {
    const file = basename(new URL(req.url ?? '/', 'http://encoder').pathname)
    asked.push(file)
    const bytes = broken.has(file) ? null : await readFile(join(folder, file)).catch(() => null)
    if (!bytes) return void res.writeHead(broken.has(file) ? 503 : 404).end()
    const type = MEDIA_TYPES[extname(file).slice(1)] ?? 'application/octet-stream'
    res.writeHead(200, { 'Content-Type': type, 'Content-Length': bytes.length }).end(bytes)
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  async function stop() {
    if (!ffmpeg || ffmpeg.exitCode !== null) return
    ffmpeg.kill('SIGKILL')
    await once(ffmpeg, 'exit')
    ffmpeg = null
  }

  return {
    url: `${origin}/master.m3u8`,
    mediaUrl: `${origin}/media.m3u8`,
    asked,
    broken,
    async start() {
      await stop()
      ffmpeg = spawn(process.env.FFMPEG_PATH ?? 'ffmpeg', argumentsOf(options), {
        cwd: folder,
        stdio: 'ignore',
      })
      await firstSegments(folder)
    },
    stop,
    async close() {
      await stop()
      server.closeAllConnections()
      server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function argumentsOf({ kind = 'ts', listSize = 5, hasDates = false }: EncoderOptions): string[] {
  const extension = kind === 'ts' ? 'ts' : 'm4s'
  return [
    '-v',
    'error',
    '-y',
    '-re',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=size=192x108:rate=25',
    '-re',
    '-f',
    'lavfi',
    '-i',
    'sine=frequency=440:sample_rate=48000',
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-profile:v',
    'baseline',
    '-pix_fmt',
    'yuv420p',
    '-g',
    '25',
    '-keyint_min',
    '25',
    '-sc_threshold',
    '0',
    '-b:v',
    '200k',
    '-c:a',
    'aac',
    '-b:a',
    '32k',
    '-f',
    'hls',
    '-hls_time',
    '1',
    '-hls_list_size',
    String(listSize),
    '-hls_segment_type',
    kind === 'ts' ? 'mpegts' : 'fmp4',
    '-hls_flags',
    `delete_segments+temp_file${hasDates ? '+program_date_time' : ''}`,
    '-hls_segment_filename',
    `segment%d.${extension}`,
    '-master_pl_name',
    'master.m3u8',
    'media.m3u8',
  ]
}

/** Waits for segments of this start; files of an earlier one may still be there. */
async function firstSegments(folder: string) {
  for (;;) {
    const text = await readFile(join(folder, 'media.m3u8'), 'utf8').catch(() => '')
    const master = await readFile(join(folder, 'master.m3u8'), 'utf8').catch(() => '')
    if (/segment[1-3]\./.test(text) && master) return
    await new Promise(done => setTimeout(done, 100))
  }
}
