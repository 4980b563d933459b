import type { BundleDraft, FilmDraft } from './draft.ts'

export const bundles: BundleDraft[] = [
  {
    id: 'bundle-rainy-nights',
    title: ['شب‌های بارانی', 'Rainy Nights'],
    line: ['شش فیلم برای شیشه‌ی بخارگرفته', 'Six films for steamed windows'],
    about: [
      'فیلم‌هایی که باران در آن‌ها فقط هوا نیست، یک شخصیت است. با یک فنجان چای تماشا کنید.',
      'Films in which rain is not weather but a character. Watch them with tea.',
    ],
    year: 2024,
    from: 'IR',
    genres: 'drama romance',
    age: 15,
    imdb: 81,
    items:
      'rain-on-lalezar umbrella-for-rasht monsoon-orchestra mothers-coat night-bakery half-a-bridge',
  },
  {
    id: 'bundle-desert',
    title: ['سینمای کویر', 'Cinema of the Desert'],
    line: ['سکوت، شن، ستاره', 'Silence, sand, stars'],
    about: [
      'از مستند تا علمی‌تخیلی، پنج روایت از سرزمینی که خالی به نظر می‌رسد و نیست.',
      'From documentary to science fiction, five views of a land that only looks empty.',
    ],
    year: 2024,
    from: 'IR',
    genres: 'adventure documentary',
    age: 15,
    imdb: 80,
    items: 'lut-station colour-of-wind balloon-over-kavir salt-caravan two-cups-of-moon',
  },
  {
    id: 'bundle-first-cinema',
    title: ['اولین سینمای کودک', 'A Child’s First Cinema'],
    line: ['سه سال به بالا', 'Three and up'],
    about: [
      'شش فیلم مهربان برای اولین باری که بچه‌ها تنها روی مبل می‌نشینند. بدون ترس، بدون عجله.',
      'Six gentle films for the first time they sit on the sofa by themselves. Nothing frightening, nothing hurried.',
    ],
    year: 2025,
    from: 'IR',
    genres: 'kids family',
    age: 3,
    imdb: 84,
    flags: 'latest',
    items:
      'little-hoopoe bear-who-could-not-sleep fish-and-the-kite water-drop-school star-baker pirates-of-the-bathtub',
  },
  {
    id: 'bundle-noir',
    title: ['پرده‌ی سیاه', 'The Black Curtain'],
    line: ['جنایت، سایه، سیگار خاموش', 'Crime and shadow'],
    about: [
      'هفت معمای شهری، از تهران دهه‌ی پنجاه تا سئول امروز. گزیده‌ی هیئت تحریریه‌ی پرده.',
      'Seven city mysteries, from Tehran in the seventies to Seoul today, chosen by our editors.',
    ],
    year: 2025,
    from: 'IR KR',
    genres: 'crime thriller',
    age: 15,
    imdb: 82,
    flags: 'selected',
    items:
      'rain-on-lalezar third-witness ash-ring line-nine counterfeit-moon needle-map the-next-scene',
  },
  {
    id: 'bundle-after-the-war',
    title: ['بعد از جنگ', 'After the War'],
    line: ['آن‌چه ماند', 'What remained'],
    about: [
      'چهار فیلم از فؤاد هورامان درباره‌ی آدم‌هایی که جنگ تمام شد و آن‌ها ماندند.',
      'Four films by Foad Hawraman about people who were left when the war was over.',
    ],
    year: 2023,
    from: 'IR',
    genres: 'war drama',
    age: 15,
    imdb: 83,
    items: 'palms-without-heads the-signalman bread-for-the-front minefield-shepherd',
  },
  {
    id: 'bundle-laughing-family',
    title: ['خنده‌ی خانوادگی', 'Laughing Together'],
    line: ['برای جمعه‌ی همه', 'Everybody’s Friday'],
    about: [
      'کمدی‌هایی که هم مادربزرگ می‌خندد هم نوه. یک جمعه‌ی کامل بدون دعوا بر سر کنترل.',
      'Comedies for grandmother and grandchild alike: a whole Friday without a fight for the remote.',
    ],
    year: 2025,
    from: 'IR',
    genres: 'comedy family',
    age: 12,
    imdb: 76,
    items: 'uncle-gps goat-on-roof watermelon-treaty samovar-embassy goalkeeper-grandma',
  },
]

/** The live channel has no length of its own. */
export const live: FilmDraft[] = [
  {
    id: 'pardeh-live',
    title: ['پرده زنده', 'Pardeh Live'],
    line: ['بیست‌وچهار ساعت سینما', 'Cinema round the clock'],
    about: [
      'شبکه‌ی زنده‌ی پرده: فیلم کوتاه، گفت‌وگو با سازندگان و پشت صحنه، بی‌وقفه در شبانه‌روز. هر وقت بیایید، چیزی روی پرده است.',
      'The live channel of Pardeh: short films, talks with film-makers and backstage, day and night. Whenever you come, something is on.',
    ],
    year: 2025,
    from: 'IR',
    genres: 'documentary',
    age: 3,
    imdb: 0,
    flags: 'live iran_access traffic_free free_content hd',
    minutes: 0,
  },
]
