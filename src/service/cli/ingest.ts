/** `npm run ingest -- VIDEO --content ID`: a video file becomes what a title plays. */
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { MediaStoreError } from '../adapters/media-store/media-store.ts'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import { migrate } from '../db/migrate.ts'
import { connectDatabase } from '../db/start.ts'
import { readEnv } from '../env.ts'
import { FfmpegError, ffmpegAt } from '../ingest/ffmpeg.ts'
import { IngestError, ingest } from '../ingest/ingest.ts'
import { SourceError } from '../ingest/source.ts'
import { notifyInvalidation } from '../nodes/invalidation.ts'
import { commandLog, reportFailure, UsageError } from './command.ts'
import { line, rewriteLine, say } from './terminal.ts'

const USAGE = `Usage: npm run ingest -- VIDEO --content ID [--kind primary|trailer|preview] [--preset medium]
  VIDEO      any file that ffmpeg reads; captions beside it are taken from VIDEO-NAME.fa.vtt or .srt
  --content  external_id of the import, or the id in the title's address; of a film or an episode
  --preset   of x264: faster encodes quicker, slower makes smaller files
FFMPEG_PATH names the program of ffmpeg, if it is not the system's.`
const WIDTH = 32
const TOLD = [IngestError, SourceError, FfmpegError, MediaStoreError]

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      content: { type: 'string' },
      kind: { type: 'string', default: 'primary' },
      preset: { type: 'string', default: 'medium' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const [video, ...more] = positionals
  const { content, kind, preset } = values
  const isKnown = kind === 'primary' || kind === 'trailer' || kind === 'preview'
  if (values.help) return void say(USAGE)
  if (!video || more.length > 0 || !content || !isKnown) throw new UsageError(USAGE)
  const env = readEnv()
  const database = await connectDatabase(env, commandLog())
  try {
    await migrate(database.directUrl)
    const { title, stream, wasThere } = await ingest({
      db: database.db,
      store: openMediaStore(env, 'command'),
      workDir: join(env.DATA_DIR, 'ingest'),
      ffmpeg: ffmpegAt(env.FFMPEG_PATH),
      video: resolve(video),
      content,
      kind,
      preset,
      onProgress: bar,
      invalidate: tags => notifyInvalidation(database.pool, tags),
    })
    say(line`${wasThere ? 'Already there' : 'Done'}: "${title}" plays ${stream}`)
  } finally {
    await database.stop()
  }
}

const PHASES = { encode: 'Encoding', store: 'Storing' }

/** One line that fills for each phase; without a terminal, a line each tenth. */
let told = { phase: 'encode', tenth: -1 }
function bar(share: number, phase: keyof typeof PHASES): void {
  const percent = Math.floor(share * 100)
  const tenth = Math.floor(percent / 10)
  const isNew = phase !== told.phase || tenth > told.tenth
  if (process.stdout.isTTY) {
    const full = Math.round(share * WIDTH)
    rewriteLine(`${PHASES[phase]} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${percent}% `)
    if (share >= 1 && isNew) say('')
  } else if (isNew) say(`${PHASES[phase]} ${percent}%`)
  told = { phase, tenth }
}

try {
  await main()
} catch (error) {
  await reportFailure(error, TOLD)
  process.exitCode = error instanceof UsageError ? 2 : 1
}
