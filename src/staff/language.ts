/** The language of the console: Persian unless this browser has chosen another one. */
import {
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  type Localized,
} from '#src/contract/languages.ts'
import { deviceStorage } from '#src/lib/storage/web-storage.ts'

const KEY = 'staff-language'
/** The field of a row that has its title in a language. */
export const TITLE_FIELDS = { fa: 'titleFa', en: 'titleEn' } as const satisfies Localized
export type TitleField = (typeof TITLE_FIELDS)[Language]
/** The help texts of actions are English. */
const HELP_LANGUAGE: Language = 'en'

export function staffLanguage(): Language {
  const choice = deviceStorage.get(KEY) ?? undefined
  return isLanguage(choice) ? choice : DEFAULT_LANGUAGE
}

export function readsHelpTexts(): boolean {
  return staffLanguage() === HELP_LANGUAGE
}

/** Style sheets and calendars depend on the direction, so the page loads again. */
export function changeStaffLanguage(language: Language): void {
  deviceStorage.set(KEY, language)
  location.reload()
}
