import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parsePatch } from '#src/service/catalogue/import/parse.ts'
import { importTemplate } from '#src/service/catalogue/import/persian-words.ts'
import { readImportFile } from '#tests/support/import-file.ts'
import { bytesOf1256 } from '#tests/support/windows-1256.ts'

const CASES = resolve(import.meta.dirname, '../../../cases/import')
const readCase = (name: string) => readImportFile(name, readFileSync(resolve(CASES, name)))
const utf8 = (text: string) => new TextEncoder().encode(text)

const FILM = {
  kind: 'title',
  type: 'single_video',
  title: { fa: 'آزمون', en: 'Test' },
  year: 2020,
  duration: '01:30:00',
  countries: ['IR'],
  genres: ['drama'],
  age_label: 12,
}

describe('a file that a spreadsheet or another program saved is taken', () => {
  test.each([
    ['i01-cp1256.csv', { ...FILM, title: { fa: 'آزمون كتاب', en: 'Test' } }],
    ['i02-utf16.csv', FILM],
    ['i03-excel-time.csv', FILM],
    ['i04-excel-true.csv', { external_id: 'cat-true', listed: true }],
    ['i05-persian-digits.csv', FILM],
    ['i06-sep.csv', FILM],
    ['i07-cr.csv', FILM],
    ['i08-float.csv', FILM],
    ['i09-list-space.csv', { ...FILM, countries: ['IR', 'FR'], genres: ['drama', 'comedy'] }],
    ['i10-lower-country.csv', FILM],
    ['i11-crlf-bom.jsonl', { external_id: 'j-crlf' }],
    ['i12-badutf8.jsonl', { title: { fa: 'آزمون كتاب' } }],
    ['i14-smart.csv', FILM],
    ['i15-nbsp-id.csv', { ...FILM, external_id: 'csv-nbsp' }],
  ])('%s', async (name, expected) => {
    const { records, problems } = await readCase(name)
    expect(problems).toEqual([])
    expect(records[0]).toMatchObject(expected)
  })

  test('i04-excel-true.csv has FALSE too', async () => {
    expect((await readCase('i04-excel-true.csv')).records[1]).toMatchObject({ listed: false })
  })
})

test('an export that LibreOffice saved, with its own times, truth values and delimiter, has the same records', async () => {
  const saved = await readCase('exported-saved-by-libreoffice.csv')
  expect(saved.problems).toEqual([])
  expect(saved.records).toEqual((await readCase('exported.csv')).records)
})

const row = async (field: string, cell: string) => {
  const text = `external_id;type;title.fa;${field}\nx;single_video;الف;"${cell.replaceAll('"', '""')}"\n`
  const { records, problems } = await readImportFile('a.csv', utf8(text))
  return records[0] ? (records[0] as Record<string, unknown>)[field] : problems[0]?.reason
}

describe('a cell', () => {
  test.each([
    ['duration', '1:35:25', '01:35:25'],
    ['duration', '01:48:01 AM', '01:48:01'],
    ['duration', '12:05:00 am', '00:05:00'],
    ['duration', '1:05:00 PM', '13:05:00'],
    ['duration', '01:48:01 ق.ظ.', '01:48:01'],
    ['duration', '۱:۳۵:۲۵', '01:35:25'],
    ['duration', '٠١:٣٥:٢٥', '01:35:25'],
    ['duration', '1:35:25.000', '01:35:25'],
    ['duration', '101:45:00', '101:45:00'],
    ['duration', '0.0729166666666667', '01:45:00'],
    ['year', '۲۰۲۰', 2020],
    ['year', '2020.0', 2020],
    ['year', ' 2020\u00a0', 2020],
    ['visits', '1,234,567', 1_234_567],
    ['visits', '۱٬۲۳۴', 1234],
    ['ticket_price', '250,000', 250_000],
    ['imdb_rank_percent', '72,5', 72.5],
    ['imdb_rank_percent', '۷۲٫۵', 72.5],
    ['rate_percentage', '72%', 72],
    ['age_label', '+12', 12],
    ['countries', 'ir', ['IR']],
    ['countries', 'ir؛ fr', ['IR', 'FR']],
    ['countries', 'IR | Fr', ['IR', 'FR']],
    ['genres', 'Drama;Comedy', ['drama', 'comedy']],
    ['genres', 'drama\ncomedy', ['drama', 'comedy']],
    ['flags', 'Persian Dub', ['persian_dub']],
    ['removed', 'TRUE', true],
    ['removed', 'False', false],
    ['removed', 'بله', true],
    ['removed', '0', false],
    ['published_at', '1405/01/31 20:30', '2026-04-20T17:00:00.000Z'],
    ['published_at', '۱۴۰۵/۰۱/۳۱ ۲۰:۳۰', '2026-04-20T17:00:00.000Z'],
    ['published_at', '46132.8541666667', '2026-04-20T17:00:00.000Z'],
    ['published_at', '20/04/2026 20:30', '2026-04-20T17:00:00.000Z'],
    ['published_at', '4/20/2026 8:30:00 PM', '2026-04-20T17:00:00.000Z'],
    ['published_at', '20-Apr-2026 20:30', '2026-04-20T17:00:00.000Z'],
    ['published_at', 'April 20, 2026', '2026-04-19T20:30:00.000Z'],
    ['published_at', '20-Apr-26', '2026-04-19T20:30:00.000Z'],
  ])('%s with %j is %j', async (field, cell, expected) => {
    expect(await row(field, cell)).toEqual(expected)
  })

  test.each([
    ['duration', '1:35', /has the wrong form/],
    ['published_at', '03/04/2026', /03 or 04 may be the month/],
    ['year', '1399', /a Jalali year/],
    ['removed', 'perhaps', /must be true or false/],
    ['year', '#REF!', /which a spreadsheet saves for a value that it cannot show/],
    ['title.en', '###', /which a spreadsheet saves/],
    ['title.en', 'a\u0000b', /control character U\+0000/],
    ['title.en', 'a\u001bb', /control character U\+001B/],
  ])('%s with %j is rejected', async (field, cell, reason) => {
    expect(await row(field, cell)).toMatch(reason)
  })
})

describe('a header', () => {
  const table = (text: string) => readImportFile('a.csv', utf8(text))

  test.each([
    'EXTERNAL_ID,Type,Title.FA\nx,single_video,الف',
    'External ID,type,title.fa\nx,single_video,الف',
    ' external-id\u200f,"type", title.fa \nx,Single Video,الف',
    'sep=,\r\nexternal_id,type,title.fa\r\nx,single_video,الف\r\n,,\r\n',
    '\ufeffsep=\t\nexternal_id\ttype\ttitle.fa\nx\tsingle_video\tالف\n\t\t\n',
    '"sep=;"\nexternal_id;type;title.fa\nx;SINGLE_VIDEO;الف\n;;;;;\n',
  ])('%j is understood', async text => {
    const { records, problems } = await table(text)
    expect(problems).toEqual([])
    expect(records).toEqual([
      { kind: 'title', type: 'single_video', external_id: 'x', title: { fa: 'الف' } },
    ])
  })

  test('may not name a field twice', async () => {
    await expect(table('external_id,title.fa,Title.FA\nx,a,b')).rejects.toThrow(
      'The column title.fa appears twice',
    )
  })

  test('counts lines with the declaration of the delimiter', async () => {
    const { problems } = await table('sep=;\nexternal_id;type;title.fa\nx;film;الف\n')
    expect(problems).toMatchObject([{ line: 3, field: 'type' }])
  })
})

describe('a row that cannot be used', () => {
  const HEADER = 'external_id,type,title.fa\n'
  test('is rejected alone, with its line', async () => {
    const text = `${HEADER}a,single_video,الف\nb\u0000,single_video,ب\nc,single_video,پ\n`
    const { records, problems } = await readImportFile('a.csv', utf8(text))
    expect(records.map(({ external_id }) => external_id)).toEqual(['a', 'c'])
    expect(problems).toMatchObject([{ line: 3, field: 'external_id' }])
  })

  test('has an id that a spreadsheet has shortened', async () => {
    const { problems } = await readImportFile(
      'a.csv',
      utf8(`${HEADER}1.23457E+11,single_video,الف\n`),
    )
    expect(problems[0]?.reason).toContain('a number that a spreadsheet has shortened')
  })

  test('has a quotation mark without an end, and the rows above it are taken', async () => {
    const text = `${HEADER}a,single_video,الف\nb,single_video,"ب\nc,single_video,پ\n`
    const { records, problems } = await readImportFile('a.csv', utf8(text))
    expect(records).toHaveLength(1)
    expect(problems[0]?.reason).toContain('cannot be parsed as a row of the table')
  })
})

describe('a line of JSON', () => {
  const line = (fields: object) =>
    readImportFile('a.jsonl', utf8(JSON.stringify({ ...FILM, external_id: 'x', ...fields })))

  test.each([
    [{ external_id: '\u200ffilm-1\u00a0' }, { external_id: 'film-1' }],
    [{ external_id: 'film\u200b-1' }, { external_id: 'film-1' }],
    [{ external_id: 'کتاب\u200cها\u200c' }, { external_id: 'کتاب\u200cها' }],
    [
      { duration: '1:30:00', year: '۲۰۲۰' },
      { duration: '01:30:00', year: 2020 },
    ],
    [
      { countries: ['ir'], removed: 'TRUE' },
      { countries: ['IR'], removed: true },
    ],
  ])('with %j has %j', async (fields, expected) => {
    expect((await line(fields)).records[0]).toMatchObject(expected)
  })

  test.each([
    [{ external_id: 'a\u0000' }, 'external_id', /U\+0000/],
    [{ external_id: 'a\nb' }, 'external_id', /line break/],
    [{ aliases: ['x', 'a\u0007'] }, 'aliases[1]', /U\+0007/],
    [{ title: { fa: 'آ\ufffdزمون' } }, 'title.fa', /cannot be decoded/],
    [{ title: { fa: 'آ\u0085' } }, 'title.fa', /U\+0085/],
  ])('with %j is rejected', async (fields, field, reason) => {
    const { records, problems } = await line(fields)
    expect(records).toEqual([])
    expect(problems).toMatchObject([{ line: 1, field }])
    expect(problems[0]?.reason).toMatch(reason)
  })

  test('with bytes that are not UTF-8 is rejected with its number, in a file of UTF-8', async () => {
    const film = (id: string) => JSON.stringify({ ...FILM, external_id: id })
    const bytes = Buffer.concat([
      utf8(`${film('a')}\n`),
      bytesOf1256(`${film('b')}\n`),
      utf8(`${film('c')}\n${film('d')}\n`),
    ])
    const { records, problems, encoding } = await readImportFile('a.jsonl', bytes)
    expect([encoding, records.map(({ external_id }) => external_id)]).toEqual([
      'utf-8',
      ['a', 'c', 'd'],
    ])
    expect(problems).toMatchObject([{ line: 2, field: 'title.fa' }])
  })

  test('that is nested deeply is rejected', async () => {
    const deep = `${'['.repeat(60_000)}${']'.repeat(60_000)}`
    const { problems } = await readImportFile('a.jsonl', utf8(`{"kind":"title","title":${deep}}`))
    expect(problems[0]?.reason).toMatch(/nested more than 30 deep|is not JSON/)
  })

  test('of changes is read like that of a record', () => {
    const patch = parsePatch(1, {
      external_id: 'film-1\u200f',
      duration: '1:35:25',
      countries: ['ir'],
    })
    expect(patch).toEqual({
      external_id: 'film-1',
      fields: { duration: '01:35:25', countries: ['IR'] },
    })
    expect(parsePatch(1, { external_id: 'a\u0000', year: 2020 })).toMatchObject([{ line: 1 }])
  })
})

describe('a table of an office in Persian', () => {
  const table = (head: string, ...rows: string[]) =>
    readImportFile('a.csv', utf8(`\ufeff${[head, ...rows].join('\n')}\n`))

  test('has Persian headings, names of types, genres, countries and ages, and Jalali years', async () => {
    const { records, problems } = await table(
      'شناسه,نوع,نام فيلم,سال توليد,کشور سازنده,ژانر,رده سنی,مدت زمان,زبان صدا,برچسب‌ها',
      'f-1,فیلم سینمایی,شب,۱۴۰۳,ایران، فرانسه,درام؛ علمی‌تخیلی,بالای ۱۲ سال,۰۱:۳۵:۲۵,فارسی,دوبلهٔ فارسی',
      ',,,,,,,,,',
      'f-2,سریال,روز,1403,امریکا,کمدی,همه سنین,,انگلیسی,',
    )
    expect(problems).toEqual([])
    expect(records).toMatchObject([
      {
        external_id: 'f-1',
        type: 'single_video',
        title: { fa: 'شب' },
        year: 2024,
        countries: ['IR', 'FR'],
        genres: ['drama', 'scifi'],
        age_label: 12,
        duration: '01:35:25',
        audio_languages: ['fa'],
        flags: ['persian_dub'],
      },
      { external_id: 'f-2', type: 'series', year: 2024, countries: ['US'], age_label: 0 },
    ])
  })

  test('begins with the template, whose example is taken', async () => {
    const { records, problems } = await readImportFile('a.csv', utf8(importTemplate()))
    expect(problems).toEqual([])
    expect(records).toMatchObject([
      { external_id: 'film-1', year: 2025, genres: ['drama', 'comedy'] },
    ])
  })

  test('names what it does not understand by its field and value', async () => {
    const { problems } = await table('شناسه,نوع,نام,کشور', 'f-3,نمایش,شب,سرزمین دور')
    const told = problems.map(({ field, reason }) => `${field} ${reason}`)
    expect(told.join('\n')).toContain('نمایش')
    const { problems: others } = await table('شناسه,نوع,نام,کشور', 'f-3,فیلم,شب,سرزمین دور')
    expect(others[0]?.field).toBe('countries')
    expect(others[0]?.reason).toContain('سرزمین دور')
  })

  test('is refused if two headings mean one field, or if it has no ids', async () => {
    await expect(table('شناسه,عنوان,نام', 'a,b,c')).rejects.toThrow('title.fa')
    await expect(table('عنوان,سال', 'b,1403')).rejects.toThrow('شناسه')
  })

  test('a Jalali year under an English heading is still refused, since either year may be meant', async () => {
    const { problems } = await table('external_id,type,title.fa,year', 'a,series,ب,1403')
    expect(problems[0]?.reason).toContain('a Jalali year')
  })
})
