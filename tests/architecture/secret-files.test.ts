/** Files with secrets of an operator are in neither the repository nor an image; their examples are in both. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '#tests/support/sources.ts'

const SECRET = ['.env', 'ops/.env', 'ops/pardeh.env', 'ops/certificates/privkey.pem', 'a/b/.env']
const EXAMPLES = ['.env.example', 'ops/pardeh.env.example']

const rules = readFileSync(join(root, '.dockerignore'), 'utf8')
  .split('\n')
  .filter(line => line && !line.startsWith('#'))
const isLeftOut = (path: string) =>
  rules.some(rule => matchesGlob(path, rule) || matchesGlob(path, `${rule}/**`))
const isIgnored = (path: string) =>
  spawnSync('git', ['check-ignore', '--no-index', '-q', path], { cwd: root }).status === 0

test.each(SECRET)('%s is ignored by git and left out of images', path => {
  expect([isIgnored(path), isLeftOut(path)]).toEqual([true, true])
})

test.each(EXAMPLES)('%s is in both', path => {
  expect([isIgnored(path), isLeftOut(path)]).toEqual([false, false])
})
