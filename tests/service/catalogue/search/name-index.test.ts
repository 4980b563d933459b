import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createNameIndex, type NameIndex } from '#src/service/catalogue/search/name-index.ts'
import type { Accepts, Doc, Group } from '#src/service/catalogue/search/name-view.ts'
import { runAtOnce } from '#src/service/catalogue/search/steps.ts'

type Entry = { id: string; text: string; rank: number }
const byRank = (a: Entry, b: Entry) => b.rank - a.rank || (a.id < b.id ? -1 : 1)
const anything = () => true

function put(index: NameIndex, { id, text, rank }: Entry): void {
  index.put({ id, text, order: -rank, values: [rank], tags: [rank, 7] })
}

function indexOf(texts: readonly string[]) {
  const index = createNameIndex()
  for (const [at, text] of texts.entries()) put(index, { id: `t${at}`, text, rank: -at })
  runAtOnce(index.commit())
  return index.view()
}

/** Returns the ids of the matches. */
function idsOf(
  index: NameIndex,
  match: (view: ReturnType<NameIndex['view']>) => Group,
  limit = 99,
  accepts: Accepts = anything,
) {
  const view = index.view()
  return view.best([match(view)], accepts, limit).map(view.idOf)
}

describe('the index equals its entries after any additions, changes and removals', () => {
  const letters = fc.constantFrom(...'ابپ')
  const word = fc.string({ unit: letters, minLength: 1, maxLength: 4 })
  const line = fc.array(word, { minLength: 1, maxLength: 3 }).map(words => words.join(' '))
  const text = fc.array(line, { minLength: 1, maxLength: 2 }).map(lines => lines.join('\n'))
  const id = fc.integer({ min: 0, max: 15 }).map(number => `t${number}`)
  const entry = fc.record({ id, text, rank: fc.integer({ min: 0, max: 5 }) })
  const step = fc.oneof(
    { weight: 6, arbitrary: entry.map(given => ({ entry: given })) },
    { weight: 2, arbitrary: id.map(gone => ({ gone })) },
    { weight: 2, arbitrary: fc.constant({ commit: true }) },
    { weight: 1, arbitrary: fc.constant({ tidy: true }) },
  )
  const steps = fc.array(step, { maxLength: 60 })
  const ids = (entries: readonly Entry[]) => entries.map(each => each.id)

  const spaceless = (name: string) => name.replaceAll(' ', '')
  const namesOf = (entry: Entry) => entry.text.split('\n').map(spaceless)
  const wordsOf = (entry: Entry) => entry.text.split(/[\n ]/)

  type Step = { entry?: Entry; gone?: string; commit?: boolean; tidy?: boolean }
  function played(list: readonly Step[]) {
    const index = createNameIndex()
    const entries = new Map<string, Entry>()
    for (const { entry, gone, commit, tidy } of list) {
      if (entry) {
        put(index, entry)
        entries.set(entry.id, entry)
      } else if (gone) {
        index.remove(gone)
        entries.delete(gone)
      } else if (commit) runAtOnce(index.commit())
      else if (tidy) runAtOnce(index.tidy())
    }
    runAtOnce(index.commit())
    return { index, entries: [...entries.values()].sort(byRank) }
  }

  test('it finds names that equal or begin with a text, whatever their spaces', () => {
    fc.assert(
      fc.property(steps, line, (list, typed) => {
        const { index, entries } = played(list)
        expect(idsOf(index, view => view.exact(typed))).toEqual(
          ids(entries.filter(entry => namesOf(entry).includes(spaceless(typed)))),
        )
        const begins = (name: string) => name.startsWith(spaceless(typed))
        expect(idsOf(index, view => view.prefix(typed))).toEqual(
          ids(entries.filter(entry => namesOf(entry).some(begins))),
        )
      }),
    )
  })

  test('it finds words of every group by their prefixes', () => {
    const groups = fc.array(fc.array(word, { minLength: 1, maxLength: 2 }), {
      minLength: 1,
      maxLength: 3,
    })
    fc.assert(
      fc.property(steps, groups, fc.integer({ min: 0, max: 5 }), (list, typed, least) => {
        const { index, entries } = played(list)
        const isRanked = ({ rank }: Entry) => rank >= least
        const accepts: Accepts = ({ values }, doc) => (values[doc] as number) >= least
        const begins = (entry: Entry, group: string[]) =>
          group.some(prefix => wordsOf(entry).some(each => each.startsWith(prefix)))
        expect(idsOf(index, view => view.wordPrefixes(typed), 3, accepts)).toEqual(
          ids(
            entries
              .filter(entry => typed.every(group => begins(entry, group)) && isRanked(entry))
              .slice(0, 3),
          ),
        )
      }),
    )
  })

  test('it lists the texts and counts them', () => {
    fc.assert(
      fc.property(steps, list => {
        const { index, entries } = played(list)
        const view = index.view()
        const found = view.best([view.groupOf(ids(entries))], anything, 99)
        expect(found.map(view.textOf)).toEqual(entries.map(entry => entry.text))
        expect(index.size()).toBe(entries.length)
      }),
    )
  })
})

test('many changes are merged into few segments step by step, while others are made', () => {
  const index = createNameIndex()
  const entry = (at: number, rank = 1) => ({ id: `t${at}`, text: `نام ${at}`, rank })
  const tidying = () => index.tidy()
  let steps = tidying()
  for (let at = 0; at < 4_000; at++) {
    put(index, entry(at))
    if (at % 3 === 0) put(index, entry(at >> 1, 2))
    if (at % 5 === 0) index.remove(`t${at >> 2}`)
    if (at % 50 === 0) runAtOnce(index.commit())
    // Some steps of a merge run between the changes.
    if (steps.next().done) steps = tidying()
  }
  runAtOnce(index.commit())
  runAtOnce(steps)
  const gone = new Set(Array.from({ length: 800 }, (_, at) => (at * 5) >> 2))
  const view = index.view()
  const all = view.best([view.wordPrefixes([['نام']])], anything, 9_999).map(view.idOf)
  expect(new Set(all).size).toBe(all.length)
  expect(index.size()).toBe(all.length)
  for (let at = 2_000; at < 4_000; at++) expect(all).toContain(`t${at}`)
  for (const at of gone) {
    const isPutAgain = idsOf(index, each => each.exact(`نام ${at}`)).length > 0
    expect(all.includes(`t${at}`)).toBe(isPutAgain)
  }
})

test('of several matches the entries of the first come first, each once, without removed ones', () => {
  const index = createNameIndex()
  for (const [at, text] of ['الف', 'ب', 'پ', 'ت'].entries())
    put(index, { id: `t${at}`, text, rank: -at })
  runAtOnce(index.commit())
  index.remove('t1')
  runAtOnce(index.commit())
  const view = index.view()
  const groups = [view.exact('پ'), view.groupOf(['t0', 't1', 't2', 't9'])]
  expect(view.best(groups, anything, 9).map(view.textOf)).toEqual(['پ', 'الف'])
})

test('after thousands of changes exactly the existing entries are found', () => {
  const index = createNameIndex()
  for (let round = 0; round < 3; round++) {
    for (let at = 0; at < 1_500; at++)
      put(index, { id: `t${at}`, text: `شماره ${at} نوبت ${round}`, rank: 1 })
    runAtOnce(index.commit())
    runAtOnce(index.tidy())
  }
  const view = index.view()
  const found = (word: string) => view.best([view.wordPrefixes([[word]])], anything, 9_999)
  expect(index.size()).toBe(1_500)
  expect(found('شماره')).toHaveLength(1_500)
  expect(found('1499').map(view.textOf)).toEqual(['شماره 1499 نوبت 2'])
})

test('finds names by a misspelt prefix, the nearest first, with or without spaces', () => {
  const index = indexOf(['خانه سبز', 'خانه سرد', 'سبزه زار'])
  const textsOf = (docs: readonly Doc[]) => docs.map(index.textOf)
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
  const similar = (typed: string) => index.similar(typed.split(' '), anything, 9).map(index.textOf)

  test('puts the most similar name first, and the shortest of equally similar ones', () => {
    expect(similar('کتابب')).toEqual(['کتاب', 'شهر کتاب', 'کتابخانه نیمه شب'])
    expect(similar('midnoght librery')).toEqual(['the midnight library'])
  })

  test('tolerates one extra word, but does not accept one word of many', () => {
    expect(similar('فیلم کتابخانه')).toContain('کتابخانه نیمه شب')
    expect(similar('جدایی نادر از سیمین کتاب')).toEqual([])
    expect(similar('ظظظظ')).toEqual([])
  })
})
