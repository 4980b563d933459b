/** The translator of pages and of the service, on i18next. */
import { createInstance, type FormatterModule } from 'i18next'
import type { Language } from '#src/contract/languages.ts'
import { brandName } from './brand-name.ts'
import type { Key } from './keys.ts'
import { type Dictionary, formatValue, type Params, type Translate } from './translate.ts'

/** Maximum number of memoised texts. */
const KNOWN_MAX = 5_000
const NONE: Params = {}

const formatter: FormatterModule = {
  type: 'formatter',
  init() {},
  add() {},
  addCached() {},
  format(value: unknown, format: string | undefined, language: string | undefined) {
    if (typeof value !== 'string' && typeof value !== 'number') return value as string
    return formatValue(value, format, language as Language)
  },
}

/** Creates a translator for one flat dictionary. It is pure, so all visitors share one. */
export function createT<K extends string = Key>(
  dictionary: Dictionary,
  language: Language,
): Translate<K> {
  const instance = createInstance({
    lng: language,
    fallbackLng: false,
    load: 'currentOnly',
    resources: { [language]: { translation: dictionary } },
    keySeparator: false,
    nsSeparator: false,
    initAsync: false,
    interpolation: {
      escapeValue: false,
      alwaysFormat: true,
      defaultVariables: { brand: brandName(language) },
    },
  })
  instance.use(formatter)
  instance.init()
  // A page asks for about sixty texts. Nearly all are constant or contain only a number that many pages share.
  const known = new Map<string, string>()
  const put = (key: string, params: Params) =>
    instance.t(key, { ...plural(params), replace: params, nest: false })
  const translate = (key: string, params: Params = NONE) => {
    // Texts with names, mobile numbers and codes are not memoised.
    if (!Object.values(params).every(value => typeof value === 'number')) return put(key, params)
    const asked = params === NONE ? key : key + JSON.stringify(params)
    const earlier = known.get(asked)
    if (earlier !== undefined) return earlier
    const text = put(key, params)
    if (known.size >= KNOWN_MAX) known.clear()
    known.set(asked, text)
    return text
  }
  const isKnown = (key: string) =>
    Object.hasOwn(dictionary, key) || Object.hasOwn(dictionary, `${key}_other`)
  return Object.assign((key: K, params?: Params) => translate(key, params), {
    language,
    find: (key: string, params?: Params) => (isKnown(key) ? translate(key, params) : undefined),
  })
}

function plural({ count }: Params): { count?: number } {
  return typeof count === 'number' ? { count } : {}
}
