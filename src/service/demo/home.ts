// How the demo's home page is arranged: what the hero shows, and the carousels below it in order.
import type { ContentType, Flag } from '#src/contract/content.ts'
import type { GENRES } from '#src/contract/import.ts'
import type { SORT_ORDERS } from '#src/contract/limits.ts'
import type { Pair } from './draft.ts'

export interface HeroPick {
  id: string
  line: Pair
}

export interface CarouselDraft {
  id: string
  title: Pair
  /** These titles in this order; or else those that match the filter. */
  ids?: readonly string[]
  filter?: {
    types?: readonly ContentType[]
    genres?: readonly (typeof GENRES)[number][]
    flags?: readonly Flag[]
    order?: (typeof SORT_ORDERS)[number]
  }
}

export const heroPicks: HeroPick[] = [
  {
    id: 'thousand-and-second-night',
    line: ['این بار نوبت پادشاه است که قصه بگوید', 'This time it is the king who tells the tale'],
  },
  {
    id: 'mars-caravanserai',
    line: [
      'نُه غریبه، یک سقف، دو ماه توفان سرخ',
      'Nine strangers, one roof, two months of red storm',
    ],
  },
  {
    id: 'rain-on-lalezar',
    line: ['قاتلی که فقط شب‌های بارانی بیرون می‌آید', 'A killer who goes out only in the rain'],
  },
  {
    id: 'quiet-orchard',
    line: [
      'سه خواهر، یک باغ و رازی زیر درخت پیر',
      'Three sisters, an orchard, a secret under a tree',
    ],
  },
  {
    id: 'lut-station',
    line: [
      'از زیر شن، کسی با صدای خودتان جواب می‌دهد',
      'Under the sand something answers in your voice',
    ],
  },
  {
    id: 'little-hoopoe-2',
    line: ['ابری قهر کرده و باران رفته است', 'A cloud is sulking, and the rain has gone'],
  },
]

export const homeCarousels: CarouselDraft[] = [
  {
    id: 'new',
    title: ['تازه‌های پرده', 'New on Pardeh'],
    filter: { flags: ['latest'], order: 'latest' },
  },
  {
    id: 'series',
    title: ['سریال‌هایی که تمام نمی‌شوند', 'Series to Stay With'],
    filter: { types: ['series'], order: 'most_visited' },
  },
  {
    id: 'cinema-online',
    title: ['سینما آنلاین', 'Online Cinema'],
    filter: { flags: ['cinema_online'], order: 'latest' },
  },
  {
    id: 'rainy-nights',
    title: ['برای شب‌های بارانی', 'For Rainy Nights'],
    ids: [
      'rain-on-lalezar',
      'umbrella-for-rasht',
      'mothers-coat',
      'night-bakery',
      'cold-files',
      'forest-of-names',
      'third-witness',
      'autumn-on-platform-two',
      'half-a-bridge',
      'monsoon-orchestra',
    ],
  },
  {
    id: 'crime',
    title: ['جنایی و معمایی', 'Crime and Mystery'],
    filter: { genres: ['crime', 'mystery'], order: 'rate' },
  },
  {
    id: 'laughter',
    title: ['خنده دوای درد است', 'Comedies'],
    filter: { genres: ['comedy'], order: 'most_visited' },
  },
  {
    id: 'kids',
    title: ['سینمای کودک', 'For Children'],
    filter: { genres: ['kids'], order: 'rate' },
  },
  {
    id: 'other-worlds',
    title: ['جهان‌های دیگر', 'Other Worlds'],
    filter: { genres: ['scifi', 'fantasy'], order: 'rate' },
  },
  {
    id: 'dubbed',
    title: ['دوبله‌ی فارسی', 'Dubbed into Persian'],
    filter: { flags: ['persian_dub'], order: 'most_visited' },
  },
  {
    id: 'documentary',
    title: ['مستند ببینیم', 'Documentaries'],
    filter: { genres: ['documentary'], order: 'rate' },
  },
  { id: 'audio-books', title: ['کتاب صوتی', 'Audio Books'], filter: { flags: ['audio_book'] } },
  {
    id: 'bundles',
    title: ['مجموعه‌های گلچین', 'Hand-picked Collections'],
    filter: { types: ['video_content_list'] },
  },
  {
    id: 'free',
    title: ['رایگان تماشا کنید', 'Watch for Free'],
    filter: { flags: ['free_content'], order: 'most_visited' },
  },
]
