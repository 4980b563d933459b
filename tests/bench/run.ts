/** `npm run bench -- NAME [arguments]`: one file of this folder a name; the pages when none is given. */
import { readdirSync } from 'node:fs'

const [name = 'pages', ...rest] = process.argv.slice(2)
const names = readdirSync(import.meta.dirname)
  .map(file => /^(\w+)\.ts$/.exec(file)?.[1])
  .filter(
    found =>
      found !== undefined &&
      ![
        'run',
        'titles',
        'load',
        'bare',
        'report',
        'kinds',
        'database',
        'visit',
        'viewers',
      ].includes(found),
  )
if (names.includes(name)) {
  process.argv = [process.argv[0] ?? '', `${name}.ts`, ...rest]
  await import(`./${name}.ts`)
} else {
  console.error(`Usage: npm run bench -- NAME. There are: ${names.join(', ')}`)
  process.exitCode = 2
}
