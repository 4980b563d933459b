/** Makes DATA_DIR/networks.csv from the registries' files. */
import { createReadStream } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type Delegation, readAsName, readDelegation } from './delegations.ts'
import { type Block, type Labelled, mergeIntoBlocks } from './ranges.ts'

export type Sources = {
  /** Paths of the delegation files of the registries. */
  delegations: readonly string[]
  /** Path of RIPE NCC's list of AS names; null leaves the providers empty. */
  names: string | null
}
type WrongLine = { file: string; line: number }
export type Made = {
  blocks: Block[]
  records: number
  /** Lines that could not be read and were skipped. */
  wrong: WrongLine[]
  /** Files without any record. */
  empty: string[]
}

const PROGRESS_LINES = 50_000

/** Reads the files of the registries and returns the blocks of networks.csv. */
export async function readNetworks(
  { delegations, names }: Sources,
  progress: (text: string) => void = () => undefined,
): Promise<Made> {
  const given: Extract<Delegation, { kind: 'addresses' }>[] = []
  const firstAs = new Map<string, number>()
  const wrong: WrongLine[] = []
  const empty: string[] = []
  for (const file of delegations) {
    let records = 0
    for await (const [text, line] of linesOf(file, progress)) {
      const read = readDelegation(text)
      if (read === 'wrong') wrong.push({ file, line })
      else if (read) {
        records += 1
        if (read.kind === 'addresses') given.push(read)
        else if (read.holder && !firstAs.has(read.holder)) firstAs.set(read.holder, read.number)
      }
    }
    if (records === 0) empty.push(file)
  }
  const nameOf = names ? await asNames(names, progress) : new Map<number, string>()
  if (names && nameOf.size === 0) empty.push(names)
  const ranges = given.map(({ range, country, holder }): Labelled => {
    const number = firstAs.get(holder)
    return { ...range, country, provider: (number !== undefined && nameOf.get(number)) || '' }
  })
  return { blocks: mergeIntoBlocks(ranges), records: given.length, wrong, empty }
}

/** Replaces the file atomically: a node that reads it meanwhile sees either the old or the new content. */
export async function writeNetworks(file: string, blocks: readonly Block[]): Promise<void> {
  const lines = blocks.map(({ range, country, provider }) => `${range},${country},${provider}\n`)
  const draft = `${file}.${process.pid}`
  await writeFile(draft, ['range,country,provider\n', ...lines].join(''))
  await rename(draft, file)
}

async function asNames(
  file: string,
  progress: (text: string) => void,
): Promise<Map<number, string>> {
  const names = new Map<number, string>()
  for await (const [text] of linesOf(file, progress)) {
    const read = readAsName(text)
    if (read) names.set(read.number, read.name)
  }
  return names
}

async function* linesOf(
  file: string,
  progress: (text: string) => void,
): AsyncGenerator<[text: string, line: number]> {
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file) })) {
    line += 1
    if (line % PROGRESS_LINES === 0) progress(`${file}: ${line} lines`)
    yield [text, line]
  }
}
