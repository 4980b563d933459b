/** Runs `npm run NOUN -- VERB …` as an operator does, on the database of a test. */
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')
const MAIN = join(root, 'src/service/cli/main.ts')

/** The program and first words of a command: nouns share one program. */
export function programOf(name: string): string[] {
  const isNoun = existsSync(join(root, 'src/service/cli/nouns', `${name}.ts`))
  return isNoun ? [MAIN, name] : [join(root, 'src/service/cli', `${name}.ts`)]
}

export type Reply = { code: number; stdout: string; stderr: string }
export type Operator = {
  run: (...words: string[]) => Promise<Reply>
  /** The result of an action that ends with 0; throws what it said otherwise. */
  json: <T = Record<string, unknown>>(...words: string[]) => Promise<T>
}

/** @param env of the command; standard input is empty */
export function anOperator(env: Record<string, string>): Operator {
  const run = (...words: string[]): Promise<Reply> =>
    new Promise(done => {
      const options = { cwd: root, env: { PATH: process.env.PATH, ...env }, maxBuffer: 64_000_000 }
      const child = execFile(process.execPath, [MAIN, ...words], options, (error, stdout, stderr) =>
        done({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr }),
      )
      child.stdin?.end()
    })
  return {
    run,
    async json(...words) {
      const { code, stdout, stderr } = await run(...words, '--json')
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${stderr}`)
      return JSON.parse(stdout)
    },
  }
}
