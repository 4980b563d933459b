// Packages with which the product must be built. Each is used in its place; @astrojs/react imports react-dom.
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const SRC = 'src/**/*.{ts,tsx,astro}'
const CONFIG = '{astro,uno}.config.*'
const USES: Record<string, string> = {
  astro: CONFIG,
  '@astrojs/react': CONFIG,
  '@astrojs/node': CONFIG,
  unocss: CONFIG,
  react: SRC,
  nanostores: SRC,
  '@nanostores/react': SRC,
  ofetch: SRC,
  '@floating-ui/react': SRC,
  'jalaali-js': SRC,
  'ua-parser-js': SRC,
  i18next: SRC,
  vitest: 'tests/**/*.ts',
  playwright: 'tests/**/*.ts',
}

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

test.each(Object.entries(USES))('%s is a dependency and in use', (name, files) => {
  expect({ ...dependencies, ...devDependencies }).toHaveProperty([name])
  expect(dependencies).toHaveProperty('react-dom')
  const isImported = new RegExp(`from ['"]${name}(?:/[\\w-]+)?['"]`)
  expect(globSync(files).some(file => isImported.test(readFileSync(file, 'utf8')))).toBe(true)
})
