/** `npm run bench -- NAME [arguments]` runs the file of this name in this folder, or `pages` without a name. */
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
  console.error(`Usage: npm run bench -- NAME. Names: ${names.join(', ')}`)
  process.exitCode = 2
}
