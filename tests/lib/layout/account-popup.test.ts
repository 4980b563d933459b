import { expect, test } from 'vitest'
import { getT } from '#src/lib/i18n/i18n.ts'
import { remainingDaysText, SAMPLE_DAYS } from '#src/lib/layout/account-popup.ts'

test.each(['fa', 'en'] as const)(
  'the popup of a cached page formats days as the dictionary does, in %s',
  language => {
    const t = getT(language)
    const texts = {
      one: t('shell.account.remaining', { count: 1 }),
      many: t('shell.account.remaining', { count: SAMPLE_DAYS }),
    }
    for (const days of [1, 2, 7, 30, 180, 365])
      expect(remainingDaysText(days, texts, language)).toBe(
        t('shell.account.remaining', { count: days }),
      )
  },
)
