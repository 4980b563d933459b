import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { alphabetSortKey, cleanText, foldLetters, searchText } from '#src/lib/text/normalise.ts'

const persian = fc.string({
  unit: fc.constantFrom(
    ...'آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیيكىۀةئؤأإءًَُِّْٰـ ۱۲٣٤12aBé.،!',
    '\u200c',
    '\u200f',
    '\ufefb',
    '\u0654',
    '\n',
    '\t',
    '\u00a0',
    '\r\n',
  ),
})
const anyText = fc.oneof(persian, fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' }))

describe('cleanText', () => {
  test.each([
    ['كتاب', 'کتاب'],
    ['علي', 'علی'],
    ['ﻻﻟﻪ', 'لاله'],
    ['  یک   دو\u00a0سه ', 'یک دو سه'],
    ['می\u200c\u200cشود', 'می\u200cشود'],
    ['می \u200cشود', 'می شود'],
    ['\u200cکتاب\u200c', 'کتاب'],
    ['\u202eevil\u202c', 'evil'],
    ['خط یک \r\n خط دو', 'خط یک\nخط دو'],
    ['a\u0000b', 'ab'],
    ['😀👨\u200d👩\u200d👧', '😀👨\u200d👩\u200d👧'],
  ])('stores %j as %j', (typed, stored) => {
    expect(cleanText(typed)).toBe(stored)
  })

  test('cleaning a text twice changes nothing more', () => {
    fc.assert(fc.property(anyText, text => cleanText(cleanText(text)) === cleanText(text)))
  })

  test('no bidi control, NUL or lone surrogate is ever stored', () => {
    fc.assert(
      fc.property(anyText, text => {
        const stored = cleanText(text)
        expect(stored.isWellFormed()).toBe(true)
        expect(stored.includes('\u0000')).toBe(false)
        expect(stored).not.toMatch(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/)
      }),
    )
  })
})

describe('searchText', () => {
  test.each([
    ['كتابِ  عليـــ', 'کتاب علی'],
    ['آژانس شیشه‌ای', 'اژانس شیشه ای'],
    ['قسمت ۱۲، فصل ٣', 'قسمت 12 فصل 3'],
    ['ﻻﻟﻪ', 'لاله'],
    ['مسئول', 'مسیول'],
    ['خانهٔ دوست', 'خانه دوست'],
    ['خانۀ دوست', 'خانه دوست'],
    ['Amélie', 'amelie'],
    ['İstanbul', 'istanbul'],
    ['!!', ''],
  ])('finds %j by %j', (title, key) => {
    expect(searchText(title)).toBe(key)
  })

  test('only letters, digits and single spaces remain, and folding again changes nothing', () => {
    fc.assert(
      fc.property(anyText, text => {
        const key = searchText(text)
        expect(key).toMatch(/^(?:[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*)?$/u)
        expect(searchText(key)).toBe(key)
      }),
    )
  })

  test('a stored text is found by the text that was typed', () => {
    fc.assert(
      fc.property(persian, text => {
        expect(searchText(cleanText(text))).toBe(searchText(text))
      }),
    )
  })

  test('two texts can be folded before or after they are joined', () => {
    fc.assert(
      fc.property(persian, persian, (head, tail) => {
        expect(foldLetters(head + tail)).toBe(foldLetters(head) + foldLetters(tail))
      }),
    )
  })
})

describe('sortKey', () => {
  const sorted = (titles: string[]) =>
    [...titles].sort((a, b) =>
      Buffer.compare(Buffer.from(alphabetSortKey(a)), Buffer.from(alphabetSortKey(b))),
    )

  test('digits come first, then Persian letters in alphabetical order, then Latin', () => {
    const titles = 'یاس هوا وطن کتاب پدر آب Alien 20 ۳ ابر گل نان'.split(' ')
    expect(sorted(titles)).toEqual('۳ 20 آب ابر پدر کتاب گل نان وطن هوا یاس Alien'.split(' '))
  })

  test('an Arabic spelling sorts where the Persian one does', () => {
    expect(alphabetSortKey('كتابِ علي')).toBe(alphabetSortKey('کتاب علی'))
    expect(alphabetSortKey('É')).toBe(alphabetSortKey('e'))
  })

  test('the byte order of two words of the alphabet equals the order of Intl', () => {
    const word = fc.string({
      unit: fc.constantFrom(...'ابپتجچدرزسشفقکگلمنوهی'),
      minLength: 1,
    })
    const collator = new Intl.Collator('fa')
    fc.assert(
      fc.property(word, word, (a, b) => {
        const byKey =
          alphabetSortKey(a) < alphabetSortKey(b)
            ? -1
            : Number(alphabetSortKey(a) > alphabetSortKey(b))
        expect(byKey).toBe(Math.sign(collator.compare(a, b)))
      }),
    )
  })
})
