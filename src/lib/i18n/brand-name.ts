/**
 * The name of the brand, inserted into texts as `{{brand}}`. It is set when a process starts; a browser reads it from
 * the page.
 */
import type { Language, Localized } from '#src/contract/languages.ts'

const KEY = Symbol.for('pardeh.brand-name')
type Holder = { [KEY]?: Localized }

/** Sets the name for the whole process. The pages that Astro built share it with the service. */
export function setBrandName(name: Localized): void {
  ;(globalThis as Holder)[KEY] = name
}

export function brandName(language: Language): string {
  const name = (globalThis as Holder)[KEY]
  return name ? name[language] : nameInPage()
}

/** The head of a page carries the name in the page's language. */
function nameInPage(): string {
  if (typeof document === 'undefined') return ''
  const tag = document.querySelector<HTMLMetaElement>('meta[property="og:site_name"]')
  return tag?.content ?? ''
}
