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

type Output = { onOutput?: (text: string) => void; onErrors?: (text: string) => void }

function call(path: string, args: string[], { onOutput, onErrors }: Output = {}) {
  return new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const forget = onStopSignal(async () => {
      child.kill('SIGKILL')
      return undefined
    })
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-MAX_ERRORS)
      onErrors?.(text)
    })
    child.on('error', error => {
      const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
      reject(new FfmpegError(isMissing ? MISSING : error.message))
    })
    child.on('close', code => {
      forget()
      resolve({ code, errors })
    })
  })
}
