/** The texts of the console: those of react-admin, and our own dictionaries with the same keys in both languages. */
import polyglotI18nProvider from 'ra-i18n-polyglot'
import englishTexts from 'ra-language-english'
import farsiTexts from 'ra-language-farsi'
import { type I18nProvider, mergeTranslations } from 'react-admin'
import { localDigits } from '#src/lib/text/digits.ts'
import { staffLanguage } from './language.ts'
import en from './texts/en.json' with { type: 'json' }
import fa from './texts/fa.json' with { type: 'json' }

const ours: typeof fa = staffLanguage() === 'fa' ? fa : (en satisfies typeof fa)
const library = staffLanguage() === 'fa' ? [englishTexts, farsiTexts] : [englishTexts]
/** The lists of the console have the names of the resources, and one name for a field in all of them. */
const resources = Object.fromEntries(
  Object.entries(ours.lists).map(([name, text]) => [name, { name: text, fields: ours.fields }]),
)
const messages = mergeTranslations(...library, ours, { resources })

const provider = polyglotI18nProvider(() => messages, staffLanguage(), undefined, {
  allowMissing: true,
})

/** The library puts numbers into its texts as they are; they get the digits of the language. */
export const i18nProvider: I18nProvider = {
  ...provider,
  translate: (key, options) => {
    const text = provider.translate(key, options)
    const hasNumber = Object.values(options ?? {}).some(value => typeof value === 'number')
    return hasNumber ? localDigits(text, staffLanguage()) : text
  },
}
