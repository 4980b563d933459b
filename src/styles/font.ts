/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`, by language; scripts/font.ts keeps the names. */
export const FONT_PATHS = {
  fa: '/fonts/vazirmatn-persian-d3848dad.woff2',
  en: '/fonts/vazirmatn-latin-02afca9a.woff2',
} as const
