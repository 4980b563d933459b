import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AstroIntegration } from 'astro'
import { describe, expect, test } from 'vitest'
import { pardeh } from '../../../scripts/astro-integration/index.ts'
import {
  createExpectations,
  PatchError,
  verifyBootAsset,
} from '../../../scripts/astro-integration/patch.ts'

const digest = {
  patch: 'some-patch',
  expected: 'a function render',
  file: 'astro/dist/core/render.js',
}

describe('an expectation of the build', () => {
  test('fails the build if it is not met, and names the patch, the expectation, the file and its version', () => {
    const { expect: declare, verify } = createExpectations()
    declare(digest)
    expect(verify).toThrow(PatchError)
    expect(verify).toThrow(
      /"some-patch" does not apply\. Expected a function render in astro\/dist\/core\/render\.js \(astro \d+\.\d+\.\d+\)/,
    )
    expect(verify).toThrow('scripts/astro-integration/README.md')
  })

  test('names the version of a scoped package, and one of our files by its path', () => {
    const message = (file: string) => new PatchError({ ...digest, file }).message
    expect(message('@astrojs/react/dist/version.js')).toMatch(/version\.js \(@astrojs\/react \d/)
    expect(message('src/layouts/BaseLayout.astro')).toContain('in src/layouts/BaseLayout.astro. ')
  })

  test('passes if it is met', () => {
    const { expect: declare, verify } = createExpectations()
    const met = [declare(digest), declare({ ...digest, patch: 'other' })]
    met[0]?.()
    expect(verify).toThrow('"other"')
    met[1]?.()
    expect(verify).not.toThrow()
  })
})

test('a build without a file that the server looks up by name fails', () => {
  const folder = mkdtempSync(join(tmpdir(), 'built-'))
  const verify = () => verifyBootAsset(folder, 'inline-scripts', 'bootScripts')
  expect(verify).toThrow(/"inline-scripts".*bootScripts of src\/http\/boot-assets\.ts/)
})

test('a build in which no plugin was called fails at its end', async () => {
  const { hooks } = await setUp()
  const done = hooks['astro:build:done'] as (options: unknown) => Promise<void>
  await expect(done({ dir: new URL('file:///nowhere/') })).rejects.toThrow(
    /"first-styles" does not apply\. Expected an import of virtual:core-utilities\.css/,
  )
})

test('every plugin has the name of the integration, so that a stack trace shows its owner', async () => {
  const { plugins } = await setUp()
  expect(plugins.length).toBeGreaterThan(5)
  for (const { name } of plugins) expect(name).toMatch(/^pardeh:/)
})

/** The integration after its setup hook, with the plugins that it passed to Vite. */
async function setUp(): Promise<{ hooks: AstroIntegration['hooks']; plugins: { name: string }[] }> {
  const { hooks } = pardeh()
  const plugins: { name: string }[] = []
  const setup = hooks['astro:config:setup'] as (options: unknown) => Promise<void>
  await setup({
    command: 'build',
    config: { srcDir: new URL('../../../src/', import.meta.url) },
    updateConfig: ({ vite }: { vite: { plugins?: { name: string }[] } }) =>
      plugins.push(...(vite.plugins ?? [])),
    addClientDirective: () => {},
    injectRoute: () => {},
  })
  return { hooks, plugins }
}
