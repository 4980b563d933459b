/** URLs of pages, mutated in ways that URL parsers may read differently. */
import type { Random } from './random.ts'

const SEGMENTS = [
  '.',
  '..',
  '%2e',
  '%2E%2e',
  '',
  '\\',
  '%5c',
  '%2f',
  '%252e%252e',
  '%00',
  '%0a',
  '%1b',
  '%ff',
  '%',
  '%ed%a0%80',
  '%20',
  '%e2%80%ae',
  '__proto__',
  'constructor',
  ';a=b',
  'index.html',
  'en',
  '404',
  'a'.repeat(300),
]
const NAMES = ['types', 'order', 'categories', 'flags', 'offset', 'query', 'redirect', 'id', 'utm']
const VALUES = [
  'series',
  'latest',
  '24',
  '-24',
  '1e9',
  '۲۴',
  'series%26order%3Dlatest',
  'series&order=latest',
  'a%00b',
  '%ff',
  '%',
  '__proto__',
  'https://evil.example/',
  '//evil.example',
  '%0d%0aSet-Cookie:a=b',
  '<script>',
  '',
  '%20',
  'x'.repeat(700),
]

export function aPageUrl(base: string, random: Random): string {
  let [path = '/', query = ''] = base.split('?')
  const turns = 1 + random.whole(3)
  for (let turn = 0; turn < turns; turn++) {
    if (random.chance(0.5)) path = bent(path, random)
    else {
      const pair = `${random.pick(NAMES)}=${random.pick(VALUES)}`
      query = random.chance(0.5) ? `${pair}&${query}` : `${query}&${pair}`
    }
  }
  const url = query ? `${path}?${query.replace(/^&|&$/g, '')}` : path
  // A request line is ASCII without spaces.
  return url.replace(/[^\x21-\x7e]/gu, encodeURIComponent).slice(0, 4_000)
}

function bent(path: string, random: Random): string {
  const segments = path.split('/')
  const at = 1 + random.whole(segments.length)
  const ways: Array<() => string> = [
    () => segments.toSpliced(at, 0, random.pick(SEGMENTS)).join('/'),
    () => segments.toSpliced(at, 1, random.pick(SEGMENTS)).join('/'),
    () => `/x/..${path}`,
    () => `/${path}`,
    () => `${path}/`,
    () => `${path}.html`,
    () => `${path}#a`,
    () => path.replace(/[a-z]/, letter => `%${letter.charCodeAt(0).toString(16)}`),
    () => path.replace(/%[0-9A-F]{2}/g, found => found.toLowerCase()),
    () => path.replace(/%/g, '%25'),
    () => path.toUpperCase(),
    () => (path.startsWith('/en') ? path.slice(3) || '/' : `/en${path}`),
  ]
  const result = random.pick(ways)()
  return result.startsWith('/') ? result : `/${result}`
}
