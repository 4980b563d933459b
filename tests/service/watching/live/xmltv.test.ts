import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { toWire } from '#src/lib/text/tehran.ts'
import { parseXmltv, parseXmltvTime } from '#src/service/watching/live/xmltv.ts'
import { GUIDE_OF_A_DAY as DAY, aGuide as guide } from '#tests/support/guides.ts'

const CASES = resolve(import.meta.dirname, '../../../cases/guide')

describe('a guide file', () => {
  test.each([
    ['20260321123000 +0330', '2026-03-21T09:00:00.000Z'],
    ['20260321123000 -0100', '2026-03-21T13:30:00.000Z'],
    ['20260321123000', '2026-03-21T12:30:00.000Z'],
    ['202603211230 +0330', '2026-03-21T09:00:00.000Z'],
    ['20260230123000 +0330', null],
    ['2026-03-21', null],
    ['', null],
  ])('%s is %s', (text, expected) => {
    expect(parseXmltvTime(text)?.toISOString() ?? null).toBe(expected)
  })

  test('is sorted, and lists the programmes that are left out with a reason', () => {
    const { entries, leftOut, shortened } = parseXmltv(
      guide(
        { start: '20260321160000', fa: 'آخر' },
        { start: '20260321120000', fa: 'اول' },
        { start: '20260321130000', stop: '20260321140000', fa: 'دوم' },
        { start: '20260321133000', stop: '20260321150000', fa: 'هم‌زمان' },
        { start: '20260321133000', stop: '20260321134000', fa: 'دوباره' },
        { start: '20260321150000', stop: '20260321150000', fa: 'خالی' },
        { start: '20260321153000', stop: '20260321155000' },
        { start: 'sometime', fa: 'هیچ' },
        { start: '20260401000000', stop: '20260501000000', fa: 'ماه' },
      ),
      null,
    )
    expect(
      entries.map(({ title, endsAt }) => [title.fa, endsAt.toISOString().slice(11, 16)]),
    ).toEqual([
      ['اول', '13:00'],
      ['دوم', '13:30'],
      ['هم‌زمان', '15:00'],
    ])
    expect(shortened).toMatchObject([{ line: 1, title: 'دوم', start: '20260321130000' }])
    expect(leftOut.map(({ title, reason }) => [title, reason])).toEqual([
      ['Deutsch', 'it has no title in a language of the site'],
      ['هیچ', 'its start is not a time such as 20260321193000 +0330 or 14050101193000 +0330'],
      ['دوباره', 'another programme starts at the same time'],
      ['خالی', 'it does not end after its start'],
      ['آخر', 'it is longer than a day'],
      ['ماه', 'it is longer than a day'],
    ])
  })

  test.each([
    ['<html></html>', null, /not XMLTV/],
    ['', null, /not XMLTV/],
    ['<tv><programme', null, /not XMLTV.*line 1: a tag has no end/],
    ['<tv><programme>', null, /line 1: the file ends inside <programme>/],
    [guide({ start: '1', fa: 'الف' }, { start: '1', fa: 'ب', channel: 'two' }), null, /--channel/],
    [guide({ start: '1', fa: 'الف' }), 'two', /It has channels "one"/],
  ])('%s of %s is rejected', (text, channel, message) => {
    expect(() => parseXmltv(text, channel)).toThrow(message)
  })

  test('is refused if its elements are nested too deeply', () => {
    expect(() => parseXmltv(`<tv>\n${'<a>'.repeat(60_000)}`, null)).toThrow(
      'line 2: elements are nested more than 100 deep',
    )
  })

  test('expands no entities of its own', () => {
    const text = `<!DOCTYPE tv [<!ENTITY x SYSTEM "file:///etc/passwd">]>${guide(...DAY).slice(21)}`
    const { entries } = parseXmltv(text.replace('مستند', 'مستند &x;'), null)
    expect(entries.map(({ title }) => title.fa)).toContain('مستند &x;')
  })

  const titled = (...titles: string[]) =>
    parseXmltv(
      `<tv><programme start="20260321120000" stop="20260321130000">${titles.join('')}</programme></tv>`,
      null,
    )

  test.each([
    ['fa', 'fa'],
    ['FA-ir', 'fa'],
    ['fa_IR', 'fa'],
    ['per', 'fa'],
    ['fas', 'fa'],
    ['fas-IR', 'fa'],
    ['Persian', 'fa'],
    ['farsi', 'fa'],
    ['فارسی', 'fa'],
    [' fa ', 'fa'],
    ['', 'fa'],
    ['und', 'fa'],
    ['eng', 'en'],
    ['en_GB', 'en'],
    ['English', 'en'],
    ['انگلیسی', 'en'],
  ])('may write the language as %j', (lang, language) => {
    expect(titled(`<title lang="${lang}">الف</title>`).entries[0]?.title).toEqual({
      [language]: 'الف',
    })
  })

  test.each(['de', 'ara', 'Deutsch', 'xx'])('leaves out texts in %j', lang => {
    expect(titled(`<title lang="${lang}">الف</title>`).leftOut).toMatchObject([
      { title: 'الف', reason: 'it has no title in a language of the site' },
    ])
  })

  test.each([
    ['قیمت < ۱۰۰ & بیشتر', 'قیمت < ۱۰۰ & بیشتر'],
    ['الف&nbsp;ب&#8230;&zwnj;پ', 'الف ب…‌پ'],
    ['<![CDATA[A <b> & B]]>', 'A <b> & B'],
    ['كتابي <!-- نه --> دیگر', 'کتابی دیگر'],
    ['A <i>b</i> c', 'A b c'],
  ])('has the text %j as %j', (written, expected) => {
    expect(titled(`<title>${written}</title>`).entries[0]?.title).toEqual({ fa: expected })
  })

  test.each([
    ['الف&#0;', 'a letter of its texts is damaged'],
    ['الف\ufffd', 'a letter of its texts is damaged'],
    ['الف\u0000ب', 'its texts contain a control character'],
  ])('leaves out the programme with the title %j alone', (written, reason) => {
    const text = guide(...DAY, { start: '20260323120000', stop: '20260323130000', fa: written })
    const { entries, leftOut } = parseXmltv(text, null)
    expect([entries.length, leftOut.map(each => each.reason)]).toEqual([4, [reason]])
  })

  test('of the cases has both programmes, the first without its last minute', () => {
    const text = readFileSync(resolve(CASES, 'x01-guide.xml'), 'utf8')
    const { entries, leftOut, shortened } = parseXmltv(text, null)
    expect(
      entries.map(({ title, startsAt, endsAt }) => [title, toWire(startsAt), toWire(endsAt)]),
    ).toEqual([
      [{ fa: 'خبر' }, '2026-11-26T12:00:00', '2026-11-26T13:00:00'],
      [{ fa: 'فیلم' }, '2026-11-26T13:00:00', '2026-11-26T14:00:00'],
    ])
    expect([leftOut, shortened.map(({ title }) => title)]).toEqual([[], ['خبر']])
  })
})
