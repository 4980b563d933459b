/** The name of the brand, which texts put in as `{{brand}}`: set when a process starts, read from the page in a browser. */
import type { Language, Localized } from '#src/contract/languages.ts'

const KEY = Symbol.for('pardeh.brand-name')
type Holder = { [KEY]?: Localized }

/** For the whole process: the pages that Astro built share it with the service. */
export function setBrandName(name: Localized): void {
  ;(globalThis as Holder)[KEY] = name
}

export function brandName(language: Language): string {
  const name = (globalThis as Holder)[KEY]
  return name ? name[language] : nameInPage()
}

/** A page is in one language, and so is the name in its head. */
function nameInPage(): string {
  if (typeof document === 'undefined') return ''
  const tag = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')
  return tag?.content ?? ''
}
