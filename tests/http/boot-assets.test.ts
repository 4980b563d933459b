import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readBootAssets } from '#src/http/boot-assets.ts'

test.each(['CudvWYAV', 'yFX7lntY'])('finds the sheet of current browsers with hash %s', hash => {
  const root = mkdtempSync(join(tmpdir(), 'build-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, '_astro'))
  for (const name of [`all.${hash}.css`, `all.old-${hash}.css`])
    writeFileSync(join(root, '_astro', name), '')
  expect(readBootAssets(root)).toEqual({ allStyles: `/_astro/all.${hash}.css` })
})
