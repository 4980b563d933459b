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

export interface Ffmpeg {
  /** Runs it; `onSecond` hears how many seconds of the output are done. @throws FfmpegError */
  run(args: readonly (string | number)[], onSecond?: (seconds: number) => void): Promise<void>
  /** What it says about a file. @throws FfmpegError */
  describe(file: string): Promise<string>
}

export function ffmpegAt(program: string | undefined): Ffmpeg {
  const path = program || 'ffmpeg'
  return {
    async run(args, onSecond) {
      const own = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-y', '-progress', 'pipe:1']
      const { code, errors } = await call(path, [...own, ...args.map(String)], text => {
        const done = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
        if (done) onSecond?.(Number(done) / 1e6)
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

function call(path: string, args: string[], onOutput?: (text: string) => void) {
  return new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    const child = spawn(path, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const forget = onStopSignal(async () => {
      child.kill('SIGKILL')
      return undefined
    })
    let errors = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => onOutput?.(text))
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-20_000)
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
