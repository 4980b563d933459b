/**
 * Patches of dependencies. One that does not apply fails the build, and reports what was expected in which file of which package
 * version.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AstroIntegration, ViteUserConfig } from 'astro'
import { readBootAssets } from '../../src/http/boot-assets.ts'

const PACKAGES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** One concern of the integration: its Vite plugins and its hooks. */
export type Part = { plugins?: Plugin[]; hooks?: Hooks }
export type Hooks = AstroIntegration['hooks']
export type Plugin = Extract<NonNullable<ViteUserConfig['plugins']>[number], { name: string }>

export type Build = {
  command: 'dev' | 'build' | 'preview' | 'sync'
  /** Declares what must happen at least once in a build. Call the result when it has happened. */
  expect: (expectation: Expectation) => () => void
}

export type Expectation = {
  /** Heading in the README.md of this folder. */
  patch: string
  /** Expected content; completes the sentence "Expected …". */
  expected: string
  /** A file of a package such as `astro/dist/core/encryption.js`, or one of ours. */
  file: string
}

export class PatchError extends Error {
  constructor({ patch, expected, file }: Expectation) {
    super(
      `The build patch "${patch}" does not apply. Expected ${expected} in ${withVersion(file)}. ` +
        'What it is for, and what breaks without it: scripts/astro-integration/README.md',
    )
    this.name = 'PatchError'
  }
}

export function createExpectations(): Pick<Build, 'expect'> & { verify: () => void } {
  const unmet = new Set<Expectation>()
  return {
    expect(expectation) {
      unmet.add(expectation)
      return () => void unmet.delete(expectation)
    },
    /** @throws PatchError for the first expectation that was not met */
    verify() {
      for (const expectation of unmet) throw new PatchError(expectation)
    },
  }
}

type BootAsset = keyof ReturnType<typeof readBootAssets>

/** @throws PatchError if the server could not find an asset of the build by the name of its chunk */
export function verifyBootAsset(folder: string, patch: string, asset: BootAsset): void {
  if (readBootAssets(folder)[asset]) return
  throw new PatchError({
    patch,
    expected: `${asset} of src/http/boot-assets.ts among the files of ${folder}, named`,
    file: 'astro/dist/core/build/vite-build-config.js',
  })
}

/** Turns `astro/dist/x.js` into `astro/dist/x.js (astro 7.3.5)`. A path outside of packages is not changed. */
function withVersion(file: string): string {
  const [first = '', second] = file.split('/')
  const name = first.startsWith('@') ? `${first}/${second}` : first
  const manifest = join(PACKAGES, name, 'package.json')
  if (!existsSync(manifest)) return file
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string }
  return `${file} (${name} ${version})`
}
