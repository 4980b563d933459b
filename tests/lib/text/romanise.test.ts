import { describe, expect, test } from 'vitest'
import { isPersianText, romanise } from '#src/lib/text/romanise.ts'
import { sharedData, wikidataFilms } from '#tests/support/wikidata.ts'

const isForeign = (text: string) =>
  /[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufefe«»\u200c]/.test(text)

describe('a Persian name in Latin letters', () => {
  test.each([
    ['خواب سفید', 'Khab Sefid'],
    ['باران', 'Baran'],
    ['هشت پا', 'Hasht Pa'],
    ['اجاره‌نشین‌ها', 'Ajare Neshin Ha'],
    ['کتابخانهٔ یخ', 'Ketabkhane-ye Yakh'],
    ['یک روز و یک شب', 'Yak Ruz O Yak Shab'],
    ['همه', 'Hame'],
    ['علی', 'Ali'],
    ['قسمت ۱۲', 'Ghasmat 12'],
    ['درباره الی...', 'Darbare Ali...'],
    ['«پدر»', '“Padr”'],
    ['گاو (فیلم)', 'Gav (Film)'],
    ['۱۴۰۰/سه', '1400/Se'],
    ['مرد-عنکبوتی', 'Mard-Ankebuti'],
    ['سن‌پترزبورگ: فصل دوم', 'San Patrazburg: Fasl Dum'],
    ['کجاست؟', 'Kejast?'],
    ['سلام، بمبئی', 'Selam, Bambeyi'],
    ['۵٫۵٪ و ٣', '5.5% O 3'],
    ['جدایی', 'Jedayi'],
    ['دریای ایران', 'Daryay Iran'],
    ['کتابخانهٔ، ۀ', 'Ketabkhane-ye, H-ye'],
    ['فیلمx2', 'Filmx2'],
  ])('%s is %s', (persian, latin) => {
    expect(romanise(persian)).toBe(latin)
  })

  test('names in Latin letters are unchanged', () => {
    expect(romanise('The Quiet Orchard 2')).toBe('The Quiet Orchard 2')
  })

  const file = sharedData('iranian_films_wikidata_1663.json')
  test.skipIf(!file)('no Persian letter or sign remains in 1,663 real titles', () => {
    const titles = wikidataFilms(file ?? '').map(({ title }) => title.fa ?? '')
    expect(titles.map(romanise).filter(isForeign)).toEqual([])
  })

  test('no signs, marks or letters of other languages remain either, and signs get no vowels', () => {
    const blocks = [0x600, 0x750, 0x8a0, 0xfb50, 0xfe70].map(first =>
      Array.from({ length: 0x100 }, (_, index) => String.fromCharCode(first + index)),
    )
    for (const sign of blocks.flat())
      expect(isForeign(romanise(`در${sign}در ${sign} ${sign}۳`)), sign).toBe(false)
    expect(romanise('در!?+*/=@#$%^&()[]{}<>|~"\'…–—در')).toBe('Dar!?+*/=@#$%^&()[]{}<>|~"\'…–—Dar')
  })

  test('no Persian letter remains, whatever the name', () => {
    const letters = 'آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیءئؤأۀة'
    for (const one of letters)
      for (const two of letters) {
        const latin = romanise(`${one}${two} ${two}${one}${two}`)
        expect(isPersianText(latin), `${one}${two}`).toBe(false)
      }
  })
})
