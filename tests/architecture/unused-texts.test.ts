// Every text of the dictionaries is shown: the code contains its key, or composes a key with the same beginning.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root, sources, withoutComments } from '#tests/support/sources.ts'

const LOCALE = `${root}/src/lib/i18n/locales/fa`

const code = sources('src', ['.ts', '.tsx', '.astro'])
  .map(({ text }) => withoutComments(text))
  .join('\n')
/** Complete keys such as `'shell.menu'`, and the beginning of `shell.menu.${name}`. */
const whole = new Set([...code.matchAll(/['"`]([a-z]+\.[\w. -]+)['"`]/g)].map(([, key]) => key))
const beginnings = [...code.matchAll(/`([a-z]+\.[\w.-]*)\$\{/g)].map(([, key]) => key ?? '')
/** Endings of keys such as `${base}.title`, if the code contains the complete `base`. */
const endings = new Set([...code.matchAll(/`\$\{\w+\}\.(\w+)`/g)].map(([, key]) => key))

function isUsed(key: string): boolean {
  if (whole.has(key) || beginnings.some(beginning => key.startsWith(beginning))) return true
  const at = key.lastIndexOf('.')
  return whole.has(key.slice(0, at)) && endings.has(key.slice(at + 1))
}

test.each(readdirSync(LOCALE))('the code uses every text of %s', file => {
  const texts = JSON.parse(readFileSync(`${LOCALE}/${file}`, 'utf8')) as Record<string, string>
  const keys = Object.keys(texts).map(key => key.replace(/_(?:one|other)$/, ''))
  expect([...new Set(keys)].filter(key => !isUsed(key))).toEqual([])
})
