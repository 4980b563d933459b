/** `./pardeh ingest` as a separate process, with the database and the media of a test. */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { programOf, type Reply } from './operator.ts'
import { startTestService, type TestService } from './service.ts'

const root = resolve(import.meta.dirname, '../..')

export type IngestSite = {
  service: TestService
  /** DATA_DIR */
  folder: string
  run: (name: 'ingest' | 'captions', ...words: string[]) => Started
  /** Returns the path of a stream's folder or of a file in it. */
  at: (stream: string, ...file: string[]) => string
}
export type Started = { reply: Promise<Reply>; kill: () => void }
/** The output of the command with --json. */
export type Said = {
  title: string
  stream: string
  was_there: boolean
  reused: string[]
  captions: { file: string; encoding: string }[]
  damages: { at_seconds: number; text: string }[]
}

export async function startIngestSite(): Promise<IngestSite> {
  const service = await startTestService()
  const folder = service.deps.env.DATA_DIR
  const env = {
    PATH: process.env.PATH,
    FFMPEG_PATH: process.env.FFMPEG_PATH ?? '',
    MODE: 'demo',
    SECRET: service.deps.env.SECRET,
    DATABASE_URL: service.databaseUrl,
    DATA_DIR: folder,
  }
  function run(name: string, ...words: string[]): Started {
    const child = spawn(process.execPath, [...programOf(name), ...words], {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'] as const,
    })
    const said = { stdout: '', stderr: '' }
    for (const stream of ['stdout', 'stderr'] as const)
      child[stream].setEncoding('utf8').on('data', (text: string) => {
        said[stream] += text
      })
    const reply = new Promise<Reply>(done =>
      child.on('close', code => done({ code: code ?? -1, ...said })),
    )
    return { reply, kill: () => void child.kill('SIGKILL') }
  }
  return { service, folder, run, at: (...path) => join(folder, 'media', ...path) }
}

/** @throws with the output of the command if it failed */
export async function saidBy({ reply }: Started): Promise<Said> {
  const { code, stdout, stderr } = await reply
  if (code !== 0) throw new Error(`./pardeh ingest ended with ${code}: ${stdout}${stderr}`)
  return JSON.parse(stdout)
}
