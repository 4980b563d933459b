/**
 * Paths of the fonts by language, for `<link rel="preload" as="font" type="font/woff2" crossorigin>`. scripts/font.ts writes them.
 */
export const FONT_PATHS = {
  fa: '/fonts/vazirmatn-persian-9950b3ee.woff2',
  en: '/fonts/vazirmatn-latin-dcaebf7e.woff2',
} as const
