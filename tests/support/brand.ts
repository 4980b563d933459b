/** The complete brand of a company. It shares no word, colour or picture with the product's own. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const BRAND_YAML = `name: { fa: شب‌تاب, en: Shabtab }
slogan: { fa: چراغِ شب‌های شما, en: A light for your nights }
description:
  fa: شب‌تاب فیلم و سریال را به خانهٔ شما می‌آورد.
  en: Shabtab brings films and series to your home.
support:
  phones: ["02191009100", "02191009101"]
  email: help@shabtab.example
  address: { fa: تهران، خیابان ولیعصر، پلاک ۱۲, en: "12 Vali Asr Street, Tehran" }
  hours_in_short: { fa: هر روز ۸ تا ۲۴, en: "Every day, 8 to 24" }
  hours:
    - title: { fa: تلفن, en: Phone }
      text: { fa: هر روز ۸ تا ۲۴, en: "Every day, 8 to 24" }
colours:
  dark:
    bg: "#06140f"
    raised: "#0c1f18"
    overlay: "#122b22"
    action: "#0f7a52"
    action-hover: "#11855a"
    on-action: "#ffffff"
    accent: "#5fe0ae"
  light:
    bg: "#f3faf6"
    action: "#0b6b47"
    action-hover: "#095a3b"
    accent: "#0a6140"
`
const ICON =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="14" fill="#0f7a52"/><path d="M16 6a10 10 0 1 0 10 10 7 7 0 0 1-10-10z" fill="#f4e27a"/></svg>\n'
/** The smallest possible PNG. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** Writes the brand to a folder. Its pictures have one pixel. */
export function secondBrand(folder: string): void {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'brand.yaml'), BRAND_YAML)
  writeFileSync(join(folder, 'icon.svg'), ICON)
  writeFileSync(join(folder, 'favicon.ico'), Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), PNG]))
  for (const name of ['apple-touch-icon', 'icon-192', 'icon-512', 'social'])
    writeFileSync(join(folder, `${name}.png`), PNG)
}

/** The product's own name, but not other uses of the same word: پیش‌پرده, or a film on the screen. */
export const OLD_NAME = /Pardeh|(?<![\u200c\p{L}])(?<!روی )پرده(?![\p{L}\p{M}\u200c-])(?! چیزی را)/u
