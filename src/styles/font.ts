/** For `<link rel="preload" as="font" type="font/woff2" crossorigin>`; scripts/font.ts keeps the name. */
export const FONT_PATH = '/fonts/vazirmatn-77962717.woff2'
