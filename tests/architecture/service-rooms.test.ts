import { expect, test } from 'vitest'
import { cyclesOf } from '#tests/support/import-cycles.ts'
import { importsOf } from '#tests/support/imports.ts'
import { sources } from '#tests/support/sources.ts'

/** The rooms of src/service from the ground up: a file imports from its own room and from those before it. */
const ROOMS = [
  'platform',
  'commerce',
  'accounts',
  'catalogue',
  'watching',
  'community',
  'storefront',
  'operations',
]
/** Imports from a room above, each with its reason. */
const EXCEPTIONS = new Map([
  [
    'service/accounts/session/sessions.ts imports service/watching/player/session-leases.ts',
    'a session and its playbacks end in one transaction',
  ],
  [
    'service/operations/cli/first-run.ts imports service/service.ts',
    'the type of what a command may start',
  ],
])

type Import = { from: string; to: string; what: string }
const imports: Import[] = sources('src/service', ['.ts']).flatMap(file =>
  importsOf(file)
    .filter(({ isOurs, to }) => isOurs && to.startsWith('service/'))
    .map(({ from, to }) => ({ from, to, what: `${from} imports ${to}` })),
)
const roomOf = (path: string) => path.split('/')[1] ?? ''
const isLoose = (path: string) => path.split('/').length === 2

test('every folder in src/service is a room of the list', () => {
  const folders = imports.map(({ from }) => from).filter(path => !isLoose(path))
  expect([...new Set(folders.map(roomOf))].sort()).toEqual([...ROOMS].sort())
})

test('a room imports nothing from the rooms above it', () => {
  const upward = imports.filter(
    ({ from, to }) =>
      !isLoose(from) && (isLoose(to) || ROOMS.indexOf(roomOf(to)) > ROOMS.indexOf(roomOf(from))),
  )
  expect([...new Set(upward.map(({ what }) => what))].sort()).toEqual([...EXCEPTIONS.keys()].sort())
})

test('folders of one room import each other in one direction only', () => {
  const folderOf = (path: string) => path.split('/').slice(1, 3).join('/')
  const edges = new Map<string, string[]>()
  for (const { from, to } of imports) {
    const [own, other] = [folderOf(from), folderOf(to)]
    const isInside = roomOf(from) === roomOf(to) && roomOf(from) !== 'platform'
    if (isInside && own !== other && !own.endsWith('.ts') && !other.endsWith('.ts'))
      edges.set(own, [...new Set([...(edges.get(own) ?? []), other])])
  }
  expect(cyclesOf(edges)).toEqual([])
})
