import { describe, expect, test } from 'vitest'
import { decodeText } from '#src/service/platform/text/decode-text.ts'
import { bytesOf1256 } from '#tests/support/windows-1256.ts'

const CUE = '1\n00:00:00,500 --> 00:00:02,000\nگفت: «پچژ، سلام!»\n'
const WORDS = 'این فیلم را دوست دارم و دوباره می‌بینم، شما چطور؟'
const utf8 = (text: string) => new TextEncoder().encode(text)
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16())
const joined = (...parts: (string | number[])[]) =>
  Buffer.concat(parts.map(part => (typeof part === 'string' ? utf8(part) : Uint8Array.from(part))))
const whole = { badSequences: 0, badLines: [] }

describe('text is decoded', () => {
  test.each([
    ['UTF-8', utf8(CUE), 'utf-8'],
    ['UTF-8 with a mark', utf8(`\ufeff${CUE}`), 'utf-8'],
    ['UTF-16 with a mark', utf16(`\ufeff${CUE}`), 'utf-16le'],
    ['UTF-16 without a mark', utf16(CUE), 'utf-16le'],
    ['UTF-16 of the other order', swapped(utf16(`\ufeff${CUE}`)), 'utf-16be'],
    ['UTF-16 of the other order without a mark', swapped(utf16(CUE)), 'utf-16be'],
    ['Windows-1256', bytesOf1256(CUE), 'windows-1256'],
    [
      'Windows-1256 after a mark of UTF-8',
      Buffer.concat([utf8('\ufeff'), bytesOf1256(CUE)]),
      'windows-1256',
    ],
  ])('from %s', (_, bytes, encoding) => {
    expect(decodeText(bytes, { language: 'fa' })).toEqual({ text: CUE, encoding, ...whole })
  })

  test('from UTF-16 that is almost only Persian prose', () => {
    expect(decodeText(utf16(WORDS.repeat(20)))).toMatchObject({
      text: WORDS.repeat(20),
      encoding: 'utf-16le',
    })
  })

  test.each(['fa', 'ar', 'ckb', 'ku', 'ur'])(
    'from Windows-1256 if the language is %s',
    language => {
      expect(decodeText(bytesOf1256(CUE), { language }).text).toBe(CUE)
    },
  )

  test('from Windows-1256 without a language, if there is enough of it', () => {
    const text = `${WORDS}\n`.repeat(20).replaceAll('ی', 'ي')
    expect(decodeText(bytesOf1256(text))).toEqual({ text, encoding: 'windows-1256', ...whole })
  })

  test('in other languages with the likely encoding of their letters', () => {
    const russian = 'Здравствуйте, меня зовут Иван, и это очень длинная строка титров для фильма.'
    const bytes = Uint8Array.from(russian, letter => {
      const at = letter.charCodeAt(0)
      return at < 128 ? at : at - 0x410 + 0xc0
    })
    expect(decodeText(bytes, { language: 'ru' })).toMatchObject({
      text: russian,
      encoding: 'windows-1251',
    })
    const french = 'Déjà vu, garçon. Où êtes-vous allé cet été ?'
    const latin = Uint8Array.from(french, c => c.charCodeAt(0))
    expect(decodeText(latin, { language: 'fr' }).text).toBe(french)
  })

  test('from nothing', () => {
    expect(decodeText(new Uint8Array())).toEqual({ text: '', encoding: 'utf-8', ...whole })
  })
})

describe('a few bad bytes', () => {
  test('stay UTF-8, and are counted with their lines', () => {
    const bytes = joined('سلام\r\n', [0xa9], ' سلام ', [0xff, 0xfe], '\rسلام\nخوب', [0xd8], '\n')
    expect(decodeText(bytes, { language: 'fa' })).toEqual({
      text: 'سلام\r\n\ufffd سلام \ufffd\ufffd\rسلام\nخوب\ufffd\n',
      encoding: 'utf-8',
      badSequences: 4,
      badLines: [2, 4],
    })
  })

  test('stay UTF-8 if the file ends inside a letter', () => {
    const cut = utf8('سلام، خوش آمدید').subarray(0, -1)
    expect(decodeText(cut, { language: 'fa' })).toMatchObject({
      text: 'سلام، خوش آمدی\ufffd',
      badSequences: 1,
    })
  })

  test('are not confused with a replacement character that the file contains', () => {
    expect(decodeText(utf8('سلام \ufffd'))).toMatchObject({ badSequences: 0, badLines: [] })
  })

  test('of UTF-16 are counted too', () => {
    const bytes = utf16('\ufeffسلام\nخوب').subarray(0, -1)
    expect(decodeText(bytes)).toMatchObject({
      encoding: 'utf-16le',
      badSequences: 1,
      badLines: [2],
    })
  })

  test('are found where a decoder replaces them, whatever the bytes', () => {
    let seed = 7
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    const letters = Array.from(utf8('سلام 🙂 €\ud7ff'))
    for (let round = 0; round < 2_000; round++) {
      const bytes = Uint8Array.from([
        ...letters,
        ...Array.from({ length: next(8) }, () => 0x80 + next(0x80)),
        ...letters,
      ])
      const { text, encoding, badSequences } = decodeText(bytes, { language: 'fa' })
      if (encoding !== 'utf-8') continue
      expect(badSequences, `bytes ${bytes.join(' ')}`).toBe(text.split('\ufffd').length - 1)
    }
  })
})

test('detection reads a limited part of a long file of another encoding', () => {
  const text = 'plain text\n'.repeat(90_000)
  const bytes = joined(text, [0xe9, 0x20, 0xe8, 0x0a])
  expect(decodeText(bytes, { language: 'fr' }).text.endsWith('é è\n')).toBe(true)
})
