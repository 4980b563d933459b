/** ffmpeg as a separate program: FFMPEG_PATH, else the system's. */
import { spawn } from 'node:child_process'
import { onStopSignal } from '../stop-signals.ts'

export class FfmpegError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'FfmpegError'
  }
}

const MISSING = `ffmpeg was not found. Install it (Debian: apt install ffmpeg; macOS: brew install ffmpeg),
or let FFMPEG_PATH name its program. Version 4.1 or newer with libx264 is needed.`

/** Characters. A file of many tracks has long descriptions. */
const MAX_ERRORS = 200_000

export interface Listeners {
  /** Hears how many seconds of the output are done. */
  onSecond?: (seconds: number) => void
  /** Hears what ffmpeg says of a file that it goes on with, and about where in the output. */
  onFault?: (text: string, seconds: number) => void
}

export interface Ffmpeg {
  /** @throws FfmpegError */
  run(args: readonly (string | number)[], listeners?: Listeners): Promise<void>
  /** What it says about a file. @throws FfmpegError */
  describe(file: string): Promise<string>
}

export function ffmpegAt(program: string | undefined): Ffmpeg {
  const path = program || 'ffmpeg'
  return {
    async run(args, { onSecond, onFault } = {}) {
      let seconds = 0
      const own = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1']
      const { code, errors } = await call(path, [...own, ...args.map(String)], {
        onOutput(text) {
          const done = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
          if (!done) return
          seconds = Number(done) / 1e6
          onSecond?.(seconds)
        },
        onErrors: text => onFault?.(lastLine(text), seconds),
      })
      if (code !== 0) throw new FfmpegError(errors.trim() || `ffmpeg ended with ${code}`)
    },
    async describe(file) {
      const { errors } = await call(path, ['-hide_banner', '-nostdin', '-i', file])
      if (!/^\s*Stream #/m.test(errors)) throw new FfmpegError(lastLine(errors))
      return errors
    },
  }
}

function lastLine(text: string) {
  return text.trim().split('\n').at(-1) ?? 'ffmpeg cannot read this file'
}

/**
 * Runs a program and kills it when the process that started it is gone, however that ended: ffmpeg ignores SIGPIPE, and
 * would encode for hours for nobody. The pipe of stdin ends with its only writer.
 */
const RUN_WATCHED = `exec 3<&0
"$@" </dev/null 3<&- & run=$!
{ cat <&3; kill -9 $run; } >/dev/null 2>&1 & watch=$!
exec 3<&-
wait $run; code=$?
kill $watch 2>/dev/null
exit $code`
/** What a shell ends with where it finds no such program. */
const NOT_FOUND = 127

type Output = { onOutput?: (text: string) => void; onErrors?: (text: string) => void }

function call(path: string, args: string[], { onOutput, onErrors }: Output = {}) {
  return new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    const child = spawn('sh', ['-c', RUN_WATCHED, 'sh', path, ...args])
    const forget = onStopSignal(async () => {
      child.stdin.destroy()
      return undefined
    })
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERRORS)
      onErrors?.(text)
    })
    child.on('error', error => reject(new FfmpegError(error.message)))
    child.on('exit', () => child.stdin.destroy())
    child.on('close', code => {
      forget()
      if (code === NOT_FOUND) reject(new FfmpegError(MISSING))
      else resolve({ code, errors })
    })
  })
}
