import { expect, test } from 'vitest'
import { getT } from '#src/lib/i18n/i18n.ts'
import { childGreeting, NAME_SLOT } from '#src/lib/layout/child-greeting.ts'

test.each(['fa', 'en'] as const)(
  'the greeting in %s is the text of the dictionary with the name',
  language => {
    const t = getT(language)
    const text = t('catalogue.kids.hello', { name: NAME_SLOT })
    for (const name of ['نیکا', 'Nika', '$& {name}', '\u202eakin\u202c'])
      expect(childGreeting(name, text)).toBe(t('catalogue.kids.hello', { name }))
  },
)
