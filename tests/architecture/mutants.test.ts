import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MUTANTS } from '#tests/mutants/list.ts'
import { root } from '#tests/support/sources.ts'

test('every mutant finds its place in the sources once, and its tests', () => {
  const stale = MUTANTS.filter(({ file, find }) => {
    const path = join(root, file)
    return !existsSync(path) || readFileSync(path, 'utf8').split(find).length !== 2
  })
  expect(stale.map(({ id, file }) => `${id} in ${file}`)).toEqual([])
  const folders = MUTANTS.flatMap(({ tests }) => tests)
  expect(folders.filter(folder => !existsSync(join(root, folder)))).toEqual([])
})
