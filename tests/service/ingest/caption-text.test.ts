import { describe, expect, test } from 'vitest'
import { readCaption } from '#src/service/ingest/caption-text.ts'
import { bytesOf1256 } from '#tests/support/windows-1256.ts'

const CUE = '1\n00:00:00,500 --> 00:00:02,000\nگفت: «پچژ، سلام!»\n'
const utf16 = (text: string) => new Uint8Array(Buffer.from(text, 'utf16le'))
const swapped = (bytes: Uint8Array) => new Uint8Array(Buffer.from(bytes).swap16())

describe('captions are read', () => {
  test.each([
    ['UTF-8', new TextEncoder().encode(CUE), 'utf-8'],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${CUE}`), 'utf-8'],
    ['UTF-16 with a mark', utf16(`\ufeff${CUE}`), 'utf-16le'],
    ['UTF-16 without a mark', utf16(CUE), 'utf-16le'],
    ['UTF-16 of the other order', swapped(utf16(`\ufeff${CUE}`)), 'utf-16be'],
    ['UTF-16 of the other order without a mark', swapped(utf16(CUE)), 'utf-16be'],
    ['Windows-1256', bytesOf1256(CUE), 'windows-1256'],
  ])('of a file in %s', (_, bytes, encoding) => {
    expect(readCaption(bytes, 'fa')).toEqual({ text: CUE, encoding })
  })

  test('of other languages in what is likely for their letters', () => {
    const russian = 'Здравствуйте, меня зовут Иван, и это очень длинная строка титров для фильма.'
    const bytes = Uint8Array.from(russian, letter => {
      const at = letter.charCodeAt(0)
      return at < 128 ? at : at - 0x410 + 0xc0
    })
    expect(readCaption(bytes, 'ru')).toEqual({ text: russian, encoding: 'windows-1251' })
    const french = Uint8Array.from('Déjà vu, garçon. Où êtes-vous allé cet été ?', c =>
      c.charCodeAt(0),
    )
    expect(readCaption(french, 'fr').text).toBe('Déjà vu, garçon. Où êtes-vous allé cet été ?')
  })
})
