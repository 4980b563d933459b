/** Runs ffmpeg and ffprobe as separate programs: FFMPEG_PATH and the ffprobe next to it, else the system's. */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { onStopSignal } from '../../platform/stop-signals.ts'

export class FfmpegError extends Error {
  /** All messages of the program. */
  readonly output: string

  constructor(message: string, output = message) {
    super(message)
    this.name = 'FfmpegError'
    this.output = output
  }
}

const MISSING = `ffmpeg was not found. Install it (Debian: apt install ffmpeg; macOS: brew install ffmpeg),
or set FFMPEG_PATH to the program. Version 4.1 or newer with libx264 is required.`

const MISSING_PROBE = `ffprobe was not found. It is part of every ffmpeg package (Debian: apt install ffmpeg; macOS: brew install ffmpeg)
and must be in the same folder as the program that FFMPEG_PATH names.`

/**
 * How much ffmpeg reads to find tracks, in microseconds and bytes. By default it gives up on a recording whose first
 * keyframe comes after five seconds. All runs must use the same, because it decides which tracks get an index.
 */
const ANALYSIS = ['-analyzeduration', '60000000', '-probesize', '200000000']

/** Maximum length in characters. A file with many tracks has long descriptions. */
const MAX_ERRORS = 200_000

export interface Listeners {
  /** Called with the number of finished seconds of the output. */
  onSecond?: (seconds: number) => void
  /** Called with ffmpeg's messages about recoverable errors, and the approximate second of the output. */
  onFault?: (text: string, seconds: number) => void
  /** Called with pieces of all messages, warnings too. */
  onMessages?: (text: string) => void
}

export interface Ffmpeg {
  /** @throws FfmpegError */
  run(args: readonly (string | number)[], listeners?: Listeners): Promise<void>
  /**
   * Runs ffprobe and returns its output, or passes it to onOutput in pieces.
   * @throws FfmpegError
   */
  probe(args: readonly (string | number)[], onOutput?: (text: string) => void): Promise<string>
}

/** @param signal stops running programs, and refuses to start others */
export function openFfmpeg(program: string | undefined, signal?: AbortSignal): Ffmpeg {
  const path = program || 'ffmpeg'
  return {
    async run(args, { onSecond, onFault, onMessages } = {}) {
      let seconds = 0
      const level = onMessages ? 'warning' : 'error'
      const own = ['-hide_banner', '-loglevel', level, '-nostdin', '-y', '-progress', 'pipe:1']
      const { code, errors } = await call(path, [...own, ...withAnalysis(args)], {
        signal,
        onOutput(text) {
          const done = [...text.matchAll(/out_time_us=(\d+)/g)].at(-1)?.[1]
          if (!done) return
          seconds = Number(done) / 1e6
          onSecond?.(seconds)
        },
        onErrors(text) {
          onFault?.(lastLine(text), seconds)
          onMessages?.(text)
        },
      })
      if (code !== 0) throw new FfmpegError(errors.trim() || `ffmpeg exited with code ${code}`)
    },
    async probe(args, onOutput) {
      let output = ''
      const all = ['-hide_banner', '-loglevel', 'error', ...withAnalysis(args)]
      const { code, errors } = await call(ffprobePath(path), all, {
        signal,
        missing: MISSING_PROBE,
        onOutput(text) {
          if (onOutput) onOutput(text)
          else output += text
        },
      })
      if (code !== 0)
        throw new FfmpegError(lastLine(errors) || `ffprobe exited with code ${code}`, errors)
      return output
    },
  }
}

const withAnalysis = (args: readonly (string | number)[]) =>
  args.map(String).flatMap(word => (word === '-i' ? [...ANALYSIS, word] : [word]))

/** Returns the ffprobe that belongs to an ffmpeg: `/opt/bin/ffmpeg-7` has `/opt/bin/ffprobe-7` or `/opt/bin/ffprobe`. */
export function ffprobePath(ffmpeg: string): string {
  const [folder, name] = [dirname(ffmpeg), basename(ffmpeg)]
  const twin = name.replace('ffmpeg', 'ffprobe')
  if (folder === '.' && !ffmpeg.startsWith('.')) return name === twin ? 'ffprobe' : twin
  const candidates = [twin, 'ffprobe', 'ffprobe.exe'].filter(it => it !== name)
  const sibling = candidates.map(it => join(folder, it)).find(it => existsSync(it))
  return sibling ?? 'ffprobe'
}

function lastLine(text: string) {
  return text.trim().split('\n').at(-1) ?? 'ffmpeg cannot read this file'
}

/**
 * Runs a program and kills it when the process that started it ends, however that happens: ffmpeg ignores SIGPIPE and
 * would continue for hours. The pipe of stdin closes with its only writer.
 */
const RUN_WATCHED = `exec 3<&0
"$@" </dev/null 3<&- & run=$!
{ cat <&3; kill -9 $run; } >/dev/null 2>&1 & watch=$!
exec 3<&-
wait $run; code=$?
kill $watch 2>/dev/null
exit $code`
const STOPPED = 'ffmpeg was stopped.'
/** Exit code of a shell that does not find the program. */
const NOT_FOUND = 127

type Output = {
  missing?: string
  signal?: AbortSignal | undefined
  onOutput?: (text: string) => void
  onErrors?: (text: string) => void
}

function call(
  path: string,
  args: string[],
  { missing = MISSING, signal, onOutput, onErrors }: Output,
) {
  return new Promise<{ code: number | null; errors: string }>((resolve, reject) => {
    if (signal?.aborted) return reject(new FfmpegError(STOPPED))
    const child = spawn('sh', ['-c', RUN_WATCHED, 'sh', path, ...args])
    const forget = onStopSignal(async () => {
      child.stdin.destroy()
      return undefined
    })
    const stop = () => child.stdin.destroy()
    signal?.addEventListener('abort', stop)
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
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted) reject(new FfmpegError(STOPPED))
      else if (code === NOT_FOUND) reject(new FfmpegError(missing))
      else resolve({ code, errors })
    })
  })
}
