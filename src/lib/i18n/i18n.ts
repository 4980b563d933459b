// All texts at once, for pages and the service. Islands use load.ts, which ships only the namespaces they name.
import { type Language, type Localized, mapLanguages } from '#src/contract/languages.ts'
import { brandName } from './brand-name.ts'
import type { Key, Namespace } from './keys.ts'
import enBank from './locales/en/bank.json' with { type: 'json' }
import enCatalogue from './locales/en/catalogue.json' with { type: 'json' }
import enCheckout from './locales/en/checkout.json' with { type: 'json' }
import enCinema from './locales/en/cinema.json' with { type: 'json' }
import enCommon from './locales/en/common.json' with { type: 'json' }
import enErrors from './locales/en/errors.json' with { type: 'json' }
import enFailures from './locales/en/failures.json' with { type: 'json' }
import enLibrary from './locales/en/library.json' with { type: 'json' }
import enListening from './locales/en/listening.json' with { type: 'json' }
import enPages from './locales/en/pages.json' with { type: 'json' }
import enPlayer from './locales/en/player.json' with { type: 'json' }
import enProfiles from './locales/en/profiles.json' with { type: 'json' }
import enSearch from './locales/en/search.json' with { type: 'json' }
import enSession from './locales/en/session.json' with { type: 'json' }
import enShell from './locales/en/shell.json' with { type: 'json' }
import enSupport from './locales/en/support.json' with { type: 'json' }
import enSurveys from './locales/en/surveys.json' with { type: 'json' }
import enValidation from './locales/en/validation.json' with { type: 'json' }
import faBank from './locales/fa/bank.json' with { type: 'json' }
import faCatalogue from './locales/fa/catalogue.json' with { type: 'json' }
import faCheckout from './locales/fa/checkout.json' with { type: 'json' }
import faCinema from './locales/fa/cinema.json' with { type: 'json' }
import faCommon from './locales/fa/common.json' with { type: 'json' }
import faErrors from './locales/fa/errors.json' with { type: 'json' }
import faFailures from './locales/fa/failures.json' with { type: 'json' }
import faLibrary from './locales/fa/library.json' with { type: 'json' }
import faListening from './locales/fa/listening.json' with { type: 'json' }
import faPages from './locales/fa/pages.json' with { type: 'json' }
import faPlayer from './locales/fa/player.json' with { type: 'json' }
import faProfiles from './locales/fa/profiles.json' with { type: 'json' }
import faSearch from './locales/fa/search.json' with { type: 'json' }
import faSession from './locales/fa/session.json' with { type: 'json' }
import faShell from './locales/fa/shell.json' with { type: 'json' }
import faSupport from './locales/fa/support.json' with { type: 'json' }
import faSurveys from './locales/fa/surveys.json' with { type: 'json' }
import faValidation from './locales/fa/validation.json' with { type: 'json' }
import { createT } from './page-translate.ts'
import type { Dictionary, Params, Translate } from './translate.ts'

const TEXTS: Localized<Record<Namespace, Dictionary>> = {
  fa: {
    bank: faBank,
    catalogue: faCatalogue,
    checkout: faCheckout,
    cinema: faCinema,
    common: faCommon,
    errors: faErrors,
    failures: faFailures,
    library: faLibrary,
    listening: faListening,
    pages: faPages,
    player: faPlayer,
    profiles: faProfiles,
    search: faSearch,
    session: faSession,
    shell: faShell,
    surveys: faSurveys,
    support: faSupport,
    validation: faValidation,
  },
  en: {
    bank: enBank,
    catalogue: enCatalogue,
    checkout: enCheckout,
    cinema: enCinema,
    common: enCommon,
    errors: enErrors,
    failures: enFailures,
    library: enLibrary,
    listening: enListening,
    pages: enPages,
    player: enPlayer,
    profiles: enProfiles,
    search: enSearch,
    session: enSession,
    shell: enShell,
    surveys: enSurveys,
    support: enSupport,
    validation: enValidation,
  },
}

const translators = new Map<Language, { brand: string; t: Translate }>()

/** Returns the translator for all texts, one per language for the whole process. */
export function getT(language: Language): Translate {
  const brand = brandName(language)
  const known = translators.get(language)
  if (known?.brand === brand) return known.t
  const t = createT(Object.assign({}, ...Object.values(TEXTS[language])), language)
  translators.set(language, { brand, t })
  return t
}

/** Returns a text in all languages. */
export function translations(key: Key, params?: Params): Localized {
  return mapLanguages(language => getT(language)(key, params))
}

/** Returns the texts of some namespaces, to pass to an island as a prop for `createIslandT`. */
export function dictionary(language: Language, namespaces: readonly Namespace[]): Dictionary {
  return Object.assign({}, ...namespaces.map(namespace => TEXTS[language][namespace]))
}
