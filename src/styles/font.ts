/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`, by language; scripts/font.ts keeps the names. */
export const FONT_PATHS = {
  fa: '/fonts/vazirmatn-persian-9950b3ee.woff2',
  en: '/fonts/vazirmatn-latin-dcaebf7e.woff2',
} as const
