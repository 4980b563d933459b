/** The arguments of `npm run shots`. */
import { resolve } from 'node:path'
import { Command, InvalidArgumentError } from 'commander'
import { MODES, type Mode } from './modes.ts'
import { VIEWERS, type Viewer } from './viewers.ts'

/** Widths in px of screens of the site. */
export const WIDTHS = [360, 768, 1280, 1920]
const LANGUAGES: Language[] = ['fa', 'en']

export type Language = 'fa' | 'en'
export type Options = {
  folder: string
  only: string[]
  languages: readonly Language[]
  /** In px; those of each screen by default. */
  widths: readonly number[] | null
  viewers: readonly Viewer[]
  modes: readonly Mode[]
  site: string | null
  /** The console of `site`; null leaves out its screens. */
  staff: string | null
  pages: number
}

export function readOptions(args: readonly string[]): Options {
  const command = new Command('npm run shots --')
    .description('Takes screenshots of every screen and state, and writes an index.html.')
    .argument('<dir>', 'the folder, made where it is missing')
    .option('--only <names>', 'screens whose name holds one of these', words, [])
    .option('--languages <list>', LANGUAGES.join(), among(LANGUAGES), LANGUAGES)
    .option(
      '--widths <list>',
      `widths in px (${WIDTHS.join()}; the console: 1024,1440,1920)`,
      numbers,
    )
    .option('--viewers <list>', VIEWERS.join(), among(VIEWERS), VIEWERS)
    .option('--modes <list>', Object.keys(MODES).join(), among(modeNames), ['plain'])
    .option('--site <url>', 'a running site with the demo, instead of one of its own')
    .option('--console <url>', 'the console of that site, whose screens are left out otherwise')
    .option('--pages <count>', 'pages open at once', Number, 2)
    .parse([...args], { from: 'user' })
  type Given = Omit<Options, 'folder' | 'site' | 'staff' | 'widths'> & {
    site?: string
    console?: string
    widths?: number[]
  }
  const { site, console: staff, widths, ...rest } = command.opts<Given>()
  const address = (url: string | undefined) => url?.replace(/\/$/, '') ?? null
  return {
    ...rest,
    folder: resolve(command.args[0] ?? ''),
    widths: widths ?? null,
    site: address(site),
    staff: address(staff),
  }
}

const modeNames = Object.keys(MODES) as Mode[]
const words = (text: string) => text.split(',').filter(Boolean)

function numbers(text: string): number[] {
  const found = words(text).map(Number)
  if (found.every(width => Number.isInteger(width) && width >= 200 && width <= 4000)) return found
  throw new InvalidArgumentError('Widths are whole numbers from 200 to 4000.')
}

function among<T extends string>(known: readonly T[]) {
  return (text: string): T[] => {
    const found = words(text) as T[]
    if (found.every(word => known.includes(word))) return found
    throw new InvalidArgumentError(`Known are: ${known.join(', ')}.`)
  }
}
