import { expect, test } from 'vitest'
import { differenceFrom, transcriptsOf } from './transcripts.ts'

const DOCUMENT = `# Operating

## Prices

\`\`\`yaml prices.yaml
groups: []
\`\`\`

\`\`\`console
$ ./pardeh packages apply prices.yaml --as "Mina K"
0 packages are sold from now on.
$ ./pardeh audit list
time … action
…
\`\`\`

## Nothing to run
`

test('reads commands, their output and their files', () => {
  const [prices, ...others] = transcriptsOf(DOCUMENT)
  expect(others).toEqual([])
  expect(prices?.title).toBe('Prices')
  expect([...(prices?.files ?? [])]).toEqual([['prices.yaml', 'groups: []\n']])
  expect(prices?.steps).toEqual([
    {
      command: ['packages', 'apply', 'prices.yaml', '--as', 'Mina K'],
      expected: ['0 packages are sold from now on.'],
      line: 10,
    },
    { command: ['audit', 'list'], expected: ['time … action', '…'], line: 12 },
  ])
})

test.each([
  [['paid …'], 'paid 120,000 rials\n', true],
  [['a', '…', 'z'], 'a\nb\nc\nz\n', true],
  [['a', '…'], 'a\n', true],
  [['time   who'], 'time  who\n', true],
  [['a'], 'a\nb\n', false],
  [['a', 'b'], 'a\n', false],
  [['a.c'], 'abc\n', false],
])('%j against %j: %s', (expected, output, isSame) => {
  expect(differenceFrom(expected, output) === null).toBe(isSame)
})
