/** Reads the result of the last stage of a Containerfile: its files, and the start of its process. */
import { readFileSync } from 'node:fs'

export type BuiltImage = {
  workdir: string
  /** Copied files in the order of the Containerfile. `from` is a stage, or null for the folder that is built. */
  copies: { from: string | null; source: string; target: string; owner: string | null }[]
  environment: Record<string, string>
  entrypoint: string[]
  command: string[]
  user: string
  volume: string
  healthcheck: { test: string[]; interval: string; retries: number; startPeriod: string }
}

export function readContainerfile(path: string): BuiltImage {
  const lines = readFileSync(path, 'utf8')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean)
  const last = lines.slice(lines.findLastIndex(line => line.startsWith('FROM ')) + 1)
  const image: Partial<BuiltImage> & Pick<BuiltImage, 'copies'> = { copies: [] }
  for (const line of last) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    const read = INSTRUCTIONS[word]
    if (!read) throw new Error(`${path}: ${line} is not supported`)
    read(image, rest)
  }
  const { workdir, environment, entrypoint, command, user, volume, healthcheck } = image
  if (!workdir || !environment || !entrypoint || !command || !user || !volume || !healthcheck)
    throw new Error(`${path}: an instruction is missing`)
  return { ...image, workdir, environment, entrypoint, command, user, volume, healthcheck }
}

type Draft = Partial<BuiltImage> & Pick<BuiltImage, 'copies'>

const INSTRUCTIONS: Record<string, (image: Draft, rest: string) => void> = {
  WORKDIR: (image, rest) => {
    image.workdir = rest
  },
  USER: (image, rest) => {
    image.user = rest
  },
  VOLUME: (image, rest) => {
    image.volume = rest
  },
  ENV: (image, rest) => {
    image.environment = Object.fromEntries(rest.split(' ').map(each => each.split('=')))
  },
  ENTRYPOINT: (image, rest) => {
    image.entrypoint = JSON.parse(rest)
  },
  CMD: (image, rest) => {
    image.command = JSON.parse(rest)
  },
  COPY: (image, rest) => {
    const words = rest.split(' ')
    const options = Object.fromEntries(
      words.filter(word => word.startsWith('--')).map(word => word.slice(2).split('=')),
    )
    const names = words.filter(word => !word.startsWith('--'))
    const target = names.pop() ?? ''
    for (const source of names)
      image.copies.push({
        from: options.from ?? null,
        source,
        target: target === './' ? source : target,
        owner: options.chown ?? null,
      })
  },
  HEALTHCHECK: (image, rest) => {
    const [, options = '', test = '[]'] = /^(.*?) CMD (.*)$/.exec(rest) ?? []
    const option = (name: string) => new RegExp(`--${name}=(\\S+)`).exec(options)?.[1] ?? ''
    image.healthcheck = {
      test: JSON.parse(test),
      interval: option('interval'),
      retries: Number(option('retries')),
      startPeriod: option('start-period'),
    }
  },
  // Information for the engine: the ports, and that SIGTERM ends the process.
  EXPOSE: () => undefined,
  STOPSIGNAL: (_, rest) => {
    if (rest !== 'SIGTERM') throw new Error(`STOPSIGNAL ${rest} is not supported`)
  },
}
