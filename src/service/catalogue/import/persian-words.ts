/** Persian words of a table: headings, and the names of types, genres, countries and flags, as offices write them. */
import { stringify } from 'csv-stringify/sync'
import { FLAGS } from '#src/contract/values.ts'
import { getT } from '#src/lib/i18n/i18n.ts'
import { countryName } from '#src/lib/text/country.ts'
import { toLatinDigits } from '#src/lib/text/digits.ts'
import { searchText } from '#src/lib/text/normalise.ts'
import { isJalaliYear } from '#src/lib/text/written-time.ts'
import { BUILT_IN } from './built-in-categories.ts'
import { visibleText } from './written-value.ts'

const HEADINGS: Readonly<Record<string, readonly string[]>> = {
  external_id: ['شناسه', 'شناسه اثر', 'شناسه خارجی', 'کد', 'کد اثر'],
  type: ['نوع', 'نوع اثر'],
  'title.fa': ['عنوان', 'عنوان فارسی', 'نام', 'نام فارسی', 'نام فیلم', 'نام اثر', 'نام سریال'],
  'title.en': ['عنوان انگلیسی', 'عنوان لاتین', 'نام انگلیسی', 'نام لاتین'],
  'sub_title.fa': ['عنوان دوم', 'زیرعنوان'],
  'summary.fa': ['خلاصه', 'خلاصه داستان', 'خلاصه فارسی', 'داستان', 'شرح', 'توضیحات'],
  'summary.en': ['خلاصه انگلیسی', 'شرح انگلیسی'],
  'tagline.fa': ['شعار', 'شعار تبلیغاتی'],
  aliases: ['نام‌های دیگر', 'نام دیگر'],
  duration: ['مدت', 'مدت زمان', 'زمان', 'طول'],
  year: ['سال', 'سال تولید', 'سال ساخت', 'سال انتشار'],
  countries: ['کشور', 'کشورها', 'کشور سازنده', 'کشور تولید', 'محصول', 'محصول کشور'],
  genres: ['ژانر', 'ژانرها', 'گونه', 'گونه‌ها'],
  categories: ['دسته', 'دسته‌ها', 'دسته‌بندی'],
  age_label: ['رده سنی', 'رده‌بندی سنی', 'گروه سنی', 'سن'],
  flags: ['برچسب', 'برچسب‌ها'],
  poster: ['پوستر', 'عکس پوستر'],
  backdrop: ['تصویر زمینه', 'پس‌زمینه'],
  audio_languages: ['زبان', 'زبان‌ها', 'زبان صدا'],
  caption_languages: ['زیرنویس', 'زبان زیرنویس'],
  published_at: ['تاریخ انتشار', 'زمان انتشار', 'انتشار'],
  unpublish_at: ['تاریخ پایان', 'پایان انتشار', 'پایان نمایش'],
  available_at: ['زمان پخش', 'تاریخ پخش'],
  ticket_price: ['قیمت بلیت', 'بهای بلیت'],
  ticket_hours: ['ساعت بلیت', 'اعتبار بلیت'],
}
const TYPES: Readonly<Record<string, readonly string[]>> = {
  single_video: ['فیلم', 'فیلم سینمایی', 'سینمایی', 'تله‌فیلم', 'مستند', 'فیلم کوتاه'],
  series: ['سریال', 'مجموعه', 'مجموعه تلویزیونی'],
}
/** Names beside those that the site uses. */
const GENRES: Readonly<Record<string, readonly string[]>> = {
  romance: ['عاشقانه', 'رمانتیک'],
  scifi: ['علمی تخیلی', 'علمی‌تخیلی'],
  kids: ['کودک', 'کودکان', 'کودک و نوجوان'],
  thriller: ['هیجان‌انگیز', 'دلهره‌آور', 'تریلر'],
  crime: ['جنایی', 'پلیسی'],
  horror: ['ترسناک', 'وحشت'],
  animation: ['انیمیشن', 'پویانمایی', 'کارتون'],
  biography: ['زندگی‌نامه', 'زندگینامه', 'بیوگرافی'],
  family: ['خانوادگی'],
  documentary: ['مستند'],
  war: ['جنگی', 'دفاع مقدس'],
  history: ['تاریخی'],
  mystery: ['معمایی', 'رازآلود'],
  action: ['اکشن', 'حادثه‌ای'],
  sport: ['ورزشی'],
  musical: ['موزیکال', 'موسیقی'],
}
const COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  US: ['آمریکا', 'امریکا', 'ایالات متحده آمریکا'],
  GB: ['انگلیس', 'انگلستان', 'بریتانیا'],
  KR: ['کره', 'کره جنوبی'],
  AE: ['امارات'],
  CZ: ['جمهوری چک', 'چک'],
}
const LANGUAGES: Readonly<Record<string, readonly string[]>> = {
  fa: ['فارسی'],
  en: ['انگلیسی'],
  ar: ['عربی'],
  tr: ['ترکی', 'ترکی استانبولی'],
  fr: ['فرانسوی', 'فرانسه'],
  ku: ['کردی'],
  hi: ['هندی'],
  ko: ['کره‌ای'],
}
const EVERYONE = ['همه', 'همه سنین', 'عمومی', 'بدون محدودیت']

type Words = ReadonlyMap<string, string>

const headings = wordsOf(HEADINGS)
const types = wordsOf(TYPES)
const languages = wordsOf(LANGUAGES)
const everyone = new Set(EVERYONE.map(folded))
const lists: Readonly<Record<string, () => Words>> = {
  genres: once(() => new Map([...builtInGenres(), ...wordsOf(GENRES)])),
  countries: once(() => new Map([...countryNames(), ...wordsOf(COUNTRIES)])),
  flags: once(flagNames),
  audio_languages: () => languages,
  caption_languages: () => languages,
}

const EXAMPLE: Readonly<Record<string, string>> = {
  external_id: 'film-1',
  type: 'فیلم',
  'title.fa': 'نام فیلم',
  'title.en': 'Name of the film',
  'summary.fa': 'داستان در دو جمله',
  duration: '01:35:00',
  year: '۱۴۰۴',
  countries: 'ایران، فرانسه',
  genres: 'درام، کمدی',
  age_label: 'بالای ۱۲ سال',
  poster: 'posters/film-1.jpg',
  audio_languages: 'فارسی',
}

/** Returns a table with Persian headings and one example, which an import accepts except for its picture. */
export function importTemplate(): string {
  const fields = Object.keys(EXAMPLE)
  return stringify([
    fields.map(field => HEADINGS[field]?.[0] ?? field),
    fields.map(field => EXAMPLE[field] ?? ''),
  ])
}

/** Returns the field that a Persian heading means; null for any other text. */
export function fieldOfPersianHeading(name: string): string | null {
  return headings.get(folded(name)) ?? null
}

/**
 * Returns the text of a cell with Persian names replaced by the codes of the format; other texts are unchanged. A Jalali year becomes
 * the Gregorian one in which it begins, from which Persian pages compute the Jalali year again.
 * @param separators of the entries of a list
 */
export function withoutPersianWords(field: string, text: string, separators: RegExp): string {
  if (!/[\u0600-\u06ff]/.test(text) && field !== 'year') return text
  if (field === 'type') return types.get(folded(text)) ?? text
  if (field === 'age_label') return ageIn(text)
  if (field === 'year') return yearIn(text)
  const words = lists[field]?.()
  if (!words) return text
  return text
    .split(separators)
    .map(entry => words.get(folded(entry)) ?? entry)
    .join(',')
}

function yearIn(text: string): string {
  const plain = toLatinDigits(visibleText(text))
  const year = Number(plain)
  return /^\d{4}$/.test(plain) && isJalaliYear(year) ? String(year + 621) : text
}

/** Reads `بالای ۱۲ سال`, `+۱۵` and `همه سنین`. */
function ageIn(text: string): string {
  if (everyone.has(folded(text))) return '0'
  const [age] = /\d+/.exec(toLatinDigits(text)) ?? []
  return age ?? text
}

/** A half-space, a space, ي and ك make no difference. */
function folded(text: string): string {
  return searchText(visibleText(text)).replaceAll(' ', '')
}

function wordsOf(names: Readonly<Record<string, readonly string[]>>): Words {
  return new Map(
    Object.entries(names).flatMap(([code, words]) =>
      words.map(word => [folded(word), code] as const),
    ),
  )
}

function builtInGenres(): Words {
  return new Map(
    BUILT_IN.flatMap(({ type, key, titleFa }) =>
      type === 'genre' && titleFa ? [[folded(titleFa), key] as const] : [],
    ),
  )
}

function countryNames(): Words {
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  const codes = letters.flatMap(first => letters.map(second => first + second))
  return new Map(
    codes.flatMap(code => {
      const name = countryName(code, 'fa')
      // Withdrawn codes have the name of their successor: FX is France too.
      const isCurrent = new Intl.Locale(`und-${code}`).region === code
      return name === code || !isCurrent ? [] : [[folded(name), code] as const]
    }),
  )
}

function flagNames(): Words {
  const t = getT('fa')
  return new Map(FLAGS.map(flag => [folded(t(`catalogue.flag.${flag}`)), flag] as const))
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}
