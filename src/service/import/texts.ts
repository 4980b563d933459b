import type { Language } from '#src/contract/fields.ts'
import { cleanText, searchText } from '#src/lib/text/normalise.ts'
import { slugOf } from '#src/lib/text/slug.ts'

const HALF_SPACE = '\u200c'

export type Both = { fa?: string; en?: string } | undefined

/** Both columns of a text, cleaned for storing; an empty one is none. */
export function columnsOf<Name extends string>(name: Name, text: Both) {
  const clean = (language: Language) => cleanText(text?.[language] ?? '') || null
  return { [`${name}Fa`]: clean('fa'), [`${name}En`]: clean('en') } as Record<
    `${Name}Fa` | `${Name}En`,
    string | null
  >
}

export function slugsOf(text: Both): { slugFa: string; slugEn: string } {
  const { fa, en } = text ?? {}
  return { slugFa: slugOf(fa ?? en ?? ''), slugEn: slugOf(en ?? fa ?? '') }
}

/**
 * What search reads of a thing: its names, each on a line of its own. A name with half-spaces stands there twice: people type
 * them as spaces, or not at all.
 */
export function searchTextOf(names: readonly (string | undefined)[]): string {
  const spelt = names.flatMap((name = '') => [name, name.replaceAll(HALF_SPACE, '')])
  return [...new Set(spelt.map(searchText))].filter(Boolean).join('\n')
}
