/** Runs `./pardeh NOUN VERB …` as an operator does, on the database of a test. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { runProgram } from '#src/service/operations/cli/framework/program.ts'

const root = resolve(import.meta.dirname, '../..')
const MAIN = join(root, 'src/service/operations/cli/main.ts')

/** Returns the program and first words of a command. All nouns share one program. */
export function programOf(name: string): string[] {
  const isNoun = existsSync(join(root, 'src/service/operations/cli/nouns', `${name}.ts`))
  return isNoun ? [MAIN, name] : [join(root, 'src/service/operations/cli', `${name}.ts`)]
}

export type Reply = { code: number; stdout: string; stderr: string }
export type Operator = {
  run: (...words: string[]) => Promise<Reply>
  /** Returns the result of an action that exits with 0; throws the error of the command otherwise. */
  json: <T = Record<string, unknown>>(...words: string[]) => Promise<T>
}

/**
 * An operator whose commands run in this process, which saves the second that a process takes to load them. The parts that
 * `main.ts` adds (exit code, unread output, the caller's folder) and the log are not included: tests of these use
 * `anOperatorProcess`.
 * @param env the whole environment of the commands except PATH; file names are relative to the project
 */
export function anOperator(env: Record<string, string>): Operator {
  return operatorOf(async words => {
    captureCalls()
    const call: Call = { env: { PATH: process.env.PATH, ...env }, stdout: [], stderr: [] }
    const code = await calls.run(call, () => runProgram(words))
    return { code, stdout: call.stdout.join(''), stderr: call.stderr.join('') }
  })
}

/** An operator whose commands are processes with empty standard input. */
export function anOperatorProcess(env: Record<string, string>): Operator {
  return operatorOf(
    words =>
      new Promise(done => {
        const options = {
          cwd: root,
          env: { PATH: process.env.PATH, ...env },
          maxBuffer: 64_000_000,
        }
        const program = [MAIN, ...words]
        const child = execFile(process.execPath, program, options, (error, stdout, stderr) =>
          done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
        )
        child.stdin?.end()
      }),
  )
}

function operatorOf(run: (words: string[]) => Promise<Reply>): Operator {
  return {
    run: (...words) => run(words),
    async json(...words) {
      const { code, stdout, stderr } = await run([...words, '--json'])
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stdout}${stderr}`)
      return JSON.parse(stdout)
    },
  }
}

type Call = { env: NodeJS.ProcessEnv; stdout: string[]; stderr: string[] }
/** The command for which the current code runs; several may run at the same time. */
const calls = new AsyncLocalStorage<Call>()
let isCapturing = false

/** From now on a command reads its own environment and writes to its own output. All other code still uses those of the process. */
function captureCalls(): void {
  if (isCapturing) return
  isCapturing = true
  const own = process.env
  Object.defineProperty(process, 'env', {
    configurable: true,
    enumerable: true,
    get: () => calls.getStore()?.env ?? own,
  })
  for (const name of ['stdout', 'stderr'] as const) {
    const write = process[name].write.bind(process[name]) as (...given: unknown[]) => boolean
    process[name].write = (...given: unknown[]) => {
      const call = calls.getStore()
      if (!call) return write(...given)
      call[name].push(String(given[0]))
      const written = given.at(-1)
      if (typeof written === 'function') written()
      return true
    }
  }
}
