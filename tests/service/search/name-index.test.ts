import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNameIndex } from '#src/service/search/name-index.ts'

type Entry = { id: string; text: string; rank: number }
const byRank = (a: Entry, b: Entry) => b.rank - a.rank || (a.id < b.id ? -1 : 1)
const anything = () => true

function indexOf(texts: readonly string[]) {
  const index = createNameIndex<Entry>(byRank)
  for (const [at, text] of texts.entries()) index.put({ id: `t${at}`, text, rank: -at })
  index.commit()
  return index
}
const textsOf = (entries: readonly Entry[]) => entries.map(({ text }) => text)

describe('whatever was put, changed and removed, the index says what its entries say', () => {
  const letters = fc.constantFrom(...'ابپ')
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
  const line = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '))
  const text = fc.array(line, { minLength: 1, maxLength: 2 }).map(lines => lines.join('\n'))
  const id = fc.integer({ min: 0, max: 15 }).map(number => `t${number}`)
  const put = fc.record({ id, text, rank: fc.integer({ min: 0, max: 5 }) })
  const step = fc.oneof(
    { weight: 6, arbitrary: put.map(entry => ({ entry })) },
    { weight: 2, arbitrary: id.map(gone => ({ gone })) },
    { weight: 1, arbitrary: fc.constant({ commit: true }) },
  )
  const steps = fc.array(step, { maxLength: 60 })

  const spaceless = (name: string) => name.replaceAll(' ', '')
  const namesOf = (entry: Entry) => entry.text.split('\n').map(spaceless)
  const wordsOf = (entry: Entry) => entry.text.split(/[\n ]/)

  function played(list: ReadonlyArray<{ entry?: Entry; gone?: string; commit?: boolean }>) {
    const index = createNameIndex<Entry>(byRank)
    const entries = new Map<string, Entry>()
    for (const { entry, gone, commit } of list) {
      if (entry) {
        index.put(entry)
        entries.set(entry.id, entry)
      } else if (gone) {
        index.remove(gone)
        entries.delete(gone)
      } else if (commit) index.commit()
    }
    index.commit()
    return { index, entries: [...entries.values()].sort(byRank) }
  }

  test('names that are a text, and names that begin with it, however they are spaced', () => {
    fc.assert(
      fc.property(steps, line, (list, typed) => {
        const { index, entries } = played(list)
        expect(index.best([index.exact(typed)], anything, 99)).toEqual(
          entries.filter(entry => namesOf(entry).includes(spaceless(typed))),
        )
        expect(index.best([index.prefix(typed)], anything, 99)).toEqual(
          entries.filter(entry => namesOf(entry).some(name => name.startsWith(spaceless(typed)))),
        )
      }),
    )
  })

  test('words of every group, by their prefixes', () => {
    const groups = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(steps, groups, fc.integer({ min: 0, max: 5 }), (list, typed, least) => {
        const { index, entries } = played(list)
        const accepts = ({ rank }: Entry) => rank >= least
        const begins = (entry: Entry, group: string[]) =>
          group.some(prefix => wordsOf(entry).some(each => each.startsWith(prefix)))
        expect(index.best([index.wordPrefixes(typed)], accepts, 3)).toEqual(
          entries
            .filter(entry => typed.every(group => begins(entry, group)) && accepts(entry))
            .slice(0, 3),
        )
      }),
    )
  })

  test('words to correct typing errors by, sorted', () => {
    fc.assert(
      fc.property(steps, list => {
        const { index, entries } = played(list)
        const words = index.vocabulary().words.map(each => each.text)
        expect(words).toEqual([...words].sort())
        expect(words).toEqual(expect.arrayContaining(entries.flatMap(wordsOf)))
        expect(index.size()).toBe(entries.length)
      }),
    )
  })
})

test('of several matches the entries of the first come first, each once, those gone left out', () => {
  const index = indexOf(['الف', 'ب', 'پ', 'ت'])
  index.remove('t1')
  index.commit()
  const found = index.best(
    [index.exact('پ'), index.docIdsOf(['t0', 't1', 't2', 't9'])],
    anything,
    9,
  )
  expect(textsOf(found)).toEqual(['پ', 'الف'])
})

test('after thousands went and came, what is there is found and nothing else', () => {
  const index = createNameIndex<Entry>(byRank)
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 1_500; at++)
      index.put({ id: `t${at}`, text: `شماره ${at} نوبت ${round}`, rank: 1 })
    index.commit()
  }
  expect(index.size()).toBe(1_500)
  expect(index.best([index.wordPrefixes([['شماره']])], anything, 9_999)).toHaveLength(1_500)
  expect(textsOf(index.best([index.wordPrefixes([['1499']])], anything, 9))).toEqual([
    'شماره 1499 نوبت 2',
  ])
})

test('finds names by a misspelt prefix, the nearest first, spaces or not', () => {
  const index = indexOf(['خانه سبز', 'خانه سرد', 'سبزه زار'])
  const fuzzy = (typed: string) => textsOf(index.best(index.fuzzy(typed), anything, 9))
  expect(fuzzy('خانهضسبز')).toEqual(['خانه سبز'])
  expect(fuzzy('خانهسبد')).toEqual(['خانه سبز', 'خانه سرد'])
  expect(fuzzy('خان سبز')).toEqual(['خانه سبز'])
  expect(fuzzy('زار سبزه')).toEqual([])
  const namesakes = indexOf([...Array.from({ length: 9 }, () => 'خانه سبز'), 'خانه سرد'])
  const found = namesakes.best(namesakes.fuzzy('خانهسبد'), anything, 99)
  expect(found).toHaveLength(10)
})

describe('similarity', () => {
  const index = indexOf(['کتابخانه نیمه شب', 'کتاب', 'شهر کتاب', 'the midnight library'])
  const similar = (typed: string) => textsOf(index.similar(typed.split(' '), anything, 9))

  test('the likest first, of equal ones the shortest', () => {
    expect(similar('کتابب')).toEqual(['کتاب', 'شهر کتاب', 'کتابخانه نیمه شب'])
    expect(similar('midnoght librery')).toEqual(['the midnight library'])
  })

  test('a word too many does no harm, one of many words is not enough', () => {
    expect(similar('فیلم کتابخانه')).toContain('کتابخانه نیمه شب')
    expect(similar('جدایی نادر از سیمین کتاب')).toEqual([])
    expect(similar('ظظظظ')).toEqual([])
  })
})
