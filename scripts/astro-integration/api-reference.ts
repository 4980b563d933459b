/** Copies Redoc into the build. It draws the API reference at /api/docs. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Build, type Part, PatchError } from './patch.ts'

const MODULE = 'virtual:api-reference'
const FOLDER = fileURLToPath(new URL('../../.cache/api-reference/', import.meta.url))
const PACKAGE = dirname(createRequire(import.meta.url).resolve('redoc/package.json'))
const BUNDLE = 'bundles/redoc.standalone.js'
const LICENCES = ['LICENSE', `${BUNDLE}.LICENSE.txt`]

/** The picture beside "API docs by Redocly", which is loaded from a server of Redocly. */
const REMOTE_PICTURE = /\w+\?\w+\.createElement\("img",\{alt:"redocly logo"[^{}]*\}\):null/
const SOURCE_MAP = /\n\/\/# sourceMappingURL=\S+\s*$/

/** Makes `virtual:api-reference` export the URL of Redoc's script. */
export function apiReference({ expect }: Build): Part {
  const imported = expect({
    patch: 'api-reference',
    expected: `an import of ${MODULE}`,
    file: 'src/http/api-docs.ts',
  })
  let file: Promise<string> | undefined
  return {
    plugins: [
      {
        name: 'pardeh:api-reference',
        resolveId(id) {
          if (id !== MODULE) return null
          imported()
          return `\0${MODULE}`
        },
        async load(id) {
          if (id !== `\0${MODULE}`) return null
          file ??= writeScript()
          return `export { default as redoc } from ${JSON.stringify(`${await file}?url`)}\n`
        },
      },
    ],
  }
}

async function writeScript(): Promise<string> {
  const read = (name: string) => readFile(join(PACKAGE, name), 'utf8')
  const [script, ...licences] = await Promise.all([BUNDLE, ...LICENCES].map(read))
  await mkdir(FOLDER, { recursive: true })
  const file = `${FOLDER}redoc.js`
  await writeFile(file, selfHosted(script ?? '', licences))
  return file
}

/**
 * Returns the script with the licences that it names, and without what it would load from elsewhere.
 * @throws PatchError if the script does not contain the remote picture in the known form
 */
export function selfHosted(script: string, licences: readonly string[]): string {
  if (!REMOTE_PICTURE.test(script))
    throw new PatchError({
      patch: 'api-reference',
      expected: 'the picture of Redocly',
      file: `redoc/${BUNDLE}`,
    })
  const comment = licences.join('\n').replaceAll('/*', '').replaceAll('*/', '')
  return `/*!\n${comment}*/\n${script.replace(REMOTE_PICTURE, 'null').replace(SOURCE_MAP, '\n')}`
}
