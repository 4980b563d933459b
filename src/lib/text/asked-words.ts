/**
 * Words by which people ask a search for titles of a genre, a kind, a flag or a country, and words that say nothing about a
 * title, in Persian, in English and as Persian is written with Latin letters. Plurals of words are recognised without being
 * listed, and so are other spellings of spaces and letters.
 */

/** Words of the genres that every catalogue has, by their keys. The names of the genres need not be repeated. */
export const GENRE_WORDS: Record<string, string> = {
  drama: 'ملودرام, اجتماعی, dramatic, melodrama',
  comedy: 'طنز, خنده‌دار, کمدین, فکاهی, بامزه, funny, comedic, humor, humour',
  crime: 'پلیسی, جنایت, مافیایی, گانگستری, کارآگاهی, criminal, gangster, detective, noir',
  romance: 'رمانتیک, عشقی, عشق, romantic, love, love story',
  action: 'رزمی, بزن‌بزن, پرتحرک, martial arts',
  thriller: 'تریلر, هیجانی, دلهره‌آور, دلهره, تعلیق, suspense',
  horror: 'وحشت, وحشتناک, ترس, دلهره‌آور, scary, creepy',
  history: 'تاریخ, historical, historic, period drama, costume drama',
  musical: 'موسیقایی',
  documentary: 'مستند سینمایی, docs, docuseries',
  kids: 'کودکان, کودکانه, بچه, بچه‌گانه, بچگانه, خردسال, نوجوان, children, childrens, child',
  adventure: 'ماجراجویانه, پرماجرا, adventurous',
  mystery: 'معما, رازآلود, مرموز, mysterious, whodunit',
  biography: 'زندگی‌نامه, بیوگرافی, biographical, biopic, life story',
  scifi: 'علمی, تخیلی, فضایی, scifi, futuristic',
  fantasy: 'افسانه‌ای, خیالی, جادویی, fantastic',
  war: 'جنگ, دفاع مقدس, نظامی, military',
  family: 'خانواده',
  animation: 'انیمیشن, کارتون, کارتونی, animated, cartoon',
  sport: 'ورزش, فوتبالی, athletic',
}

/** Words for musicals, or for what a composer wrote. */
export const MUSIC_WORDS = 'موسیقی, music'
/** Words for animations of Japan. */
export const ANIME_WORDS = 'انیمه, anime'

export const KIND_WORDS = {
  film: 'فیلم, فیلم سینمایی, سینمایی, movie, film, feature film, motion picture',
  series: 'سریال, مجموعه تلویزیونی, series, serial, show, tv show, tv series, tv serial',
  seriesOrBundle: 'مجموعه',
  bundle: 'مجموعه فیلم, گلچین, collection, bundle, box set',
  audioBook: 'کتاب صوتی, کتاب گویا, کتاب, صوتی, audiobook, audio book',
  channel:
    'پخش زنده, شبکه زنده, شبکه, زنده, تلویزیون زنده, live, live tv, live channel, tv channel',
} as const

export const FLAG_WORDS = {
  dubbed:
    'دوبله, دوبله فارسی, دوبله شده, دوبله شده به فارسی, با دوبله فارسی, دوبله‌شده, dub, dubbed, persian dub, farsi dub, persian dubbed, dubbed in persian',
  exclusiveDub: 'دوبله اختصاصی, اختصاصی, exclusive dub, exclusive',
  subtitled:
    'زیرنویس, زیرنویس فارسی, با زیرنویس, با زیرنویس فارسی, زیرنویس چسبیده, زیرنویس‌دار, subtitle, subtitled, subbed, with subtitles',
  free: 'رایگان, مجانی, free',
  latest: 'جدید, جدیدترین, تازه, تازه‌ترین, new, newest, latest, new release',
  ultraHd: '4k, uhd, ultra hd',
  hd: 'hd, اچ دی, full hd, 1080p, 720p, کیفیت بالا, high quality',
  multiAudio: 'چندزبانه, دوزبانه, دو زبانه, چند صدا, multi audio, dual audio, multilingual',
  freeTraffic:
    'ترافیک رایگان, اینترنت رایگان, نیم‌بها, بدون مصرف اینترنت, free data, free traffic, free internet',
  comingSoon: 'به‌زودی, بزودی, coming soon, upcoming, soon',
  cinemaOnline:
    'سینما آنلاین, سینمای آنلاین, اکران آنلاین, اکران, در حال اکران, online cinema, in cinemas, in theaters, بلیتی, با بلیت',
  selected: 'برگزیده, منتخب, editors pick, recommended',
} as const

/** Words of countries that differ from their names in either language. */
export const COUNTRY_WORDS: Record<string, string> = {
  IR: 'ایران, ایرانی, iranian, persian',
  TR: 'ترکی, ترک, ترکیه‌ای, turkish',
  KR: 'کره, کره‌ای, کره جنوبی, korea, korean, south korean, k drama',
  IN: 'هندی, هندوستان, بالیوود, بالیوودی, indian, bollywood',
  US: 'آمریکا, امریکا, آمریکایی, امریکایی, هالیوود, هالیوودی, american, usa, hollywood, america',
  GB: 'انگلیس, انگلستان, انگلیسی, بریتانیایی, british, english, uk, england',
  FR: 'فرانسوی, french',
  DE: 'آلمانی, german',
  IT: 'ایتالیایی, italian',
  ES: 'اسپانیایی, اسپانیولی, spanish',
  JP: 'ژاپنی, japanese',
  CN: 'چینی, chinese',
  RU: 'روسی, russian',
  PK: 'پاکستانی, pakistani',
  AF: 'افغان, افغانی, افغانستانی, afghan',
  TJ: 'تاجیکی, tajik',
  IQ: 'عراقی, iraqi',
  LB: 'لبنانی, lebanese',
  EG: 'مصری, egyptian',
  SE: 'سوئدی, swedish',
  DK: 'دانمارکی, danish',
  NO: 'نروژی, norwegian',
  PL: 'لهستانی, polish',
  CA: 'کانادایی, canadian',
  AU: 'استرالیایی, australian',
  MX: 'مکزیکی, mexican',
  BR: 'برزیلی, brazilian',
  AR: 'آرژانتینی, argentine, argentinian',
  TH: 'تایلندی, thai',
  NL: 'هلندی, dutch',
  BE: 'بلژیکی, belgian',
  AT: 'اتریشی, austrian',
  CH: 'سوئیسی, swiss',
  GR: 'یونانی, greek',
  HU: 'مجارستانی, مجاری, hungarian',
  AM: 'ارمنی, ارمنستانی, armenian',
  AZ: 'آذربایجانی, azerbaijani',
  GE: 'گرجی, گرجستانی, georgian',
}
/** Words for titles of other countries than that of the catalogue. */
export const FOREIGN_WORDS = 'خارجی, foreign'

/** Words around a name that are not part of what is searched for. */
export const FILLER_WORDS =
  'دانلود, تماشا, تماشای, آنلاین, پخش, دیدن, ببینم, ببینیم, نگاه کردن, نمایش, لینک, مستقیم, کامل, بدون سانسور, سانسور نشده, نسخه, کیفیت, سایت, بهترین, برترین, برتر, خوب, محبوب, محبوب‌ترین, پرطرفدار, پرطرفدارترین, پربیننده, لیست, فهرست, همه, تمام, معرفی, خلاصه, داستان, نقد, تیزر, ژانر, سبک, محصول, ساخت, ساخته, تولید, سال, شمسی, میلادی, خورشیدی, ' +
  'watch, watching, download, stream, streaming, online, full, complete, link, best, top, good, great, popular, list, all, about, genre, style, year, made, trailer, review, see, view, play, find, want, show me'
/** Words before the number of a season or an episode. */
export const NUMBERED_WORDS = 'قسمت, فصل, بخش, اپیزود, season, episode, part, ep'
/** Words that say what a person did for a title. */
export const ROLE_WORDS =
  'کارگردان, کارگردانی, به کارگردانی, بازیگر, بازیگران, با بازی, نویسنده, نوشته, آهنگساز, موسیقی متن, گوینده, با صدای, صدای, راوی, دوبلور, آثار, اثر, فیلم‌شناسی, کارهای, تهیه‌کننده, ' +
  'director, directed, directed by, actor, actress, starring, cast, writer, written, written by, composer, music by, narrator, narrated, read by, works, filmography, producer'
/** Words that connect others. */
export const PARTICLE_WORDS =
  'و, از, در, به, با, برای, که, را, این, آن, تا, ی, ای, ها, های, هایی, هم, یا, ' +
  'the, a, an, of, by, in, with, and, for, to, from, at, on, or, is, va, o, az, ba, dar, baraye'

/** Words before a decade. */
export const DECADE_WORDS = 'دهه, decade'
/** Words after a year or a decade of the Gregorian calendar. */
export const GREGORIAN_WORDS = 'میلادی, ad'
/** Words before a year of two digits. */
export const YEAR_WORDS = 'سال, year'

/** Endings of Persian words for what comes from a country. */
export const ORIGIN_ENDINGS = ['ی', 'ای', 'یی']
/** Endings of plurals, the longest first. */
export const PLURALS: readonly (readonly [ending: string, singular: string])[] = [
  ['هایی', ''],
  ['های', ''],
  ['ها', ''],
  ['ies', 'y'],
  ['es', ''],
  ['s', ''],
]

/** Splits a list of the words of this file. */
export function listOfWords(list: string): string[] {
  return list.split(',').map(word => word.trim())
}
