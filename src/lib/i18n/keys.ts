// Persian is the source: a key exists when the Persian dictionary of its namespace has it.
import type bank from './locales/fa/bank.json'
import type catalogue from './locales/fa/catalogue.json'
import type checkout from './locales/fa/checkout.json'
import type cinema from './locales/fa/cinema.json'
import type common from './locales/fa/common.json'
import type errors from './locales/fa/errors.json'
import type failures from './locales/fa/failures.json'
import type library from './locales/fa/library.json'
import type listening from './locales/fa/listening.json'
import type pages from './locales/fa/pages.json'
import type player from './locales/fa/player.json'
import type profiles from './locales/fa/profiles.json'
import type search from './locales/fa/search.json'
import type session from './locales/fa/session.json'
import type shell from './locales/fa/shell.json'
import type support from './locales/fa/support.json'
import type surveys from './locales/fa/surveys.json'
import type validation from './locales/fa/validation.json'

interface Texts {
  bank: typeof bank
  catalogue: typeof catalogue
  checkout: typeof checkout
  cinema: typeof cinema
  common: typeof common
  errors: typeof errors
  failures: typeof failures
  library: typeof library
  listening: typeof listening
  pages: typeof pages
  player: typeof player
  profiles: typeof profiles
  search: typeof search
  session: typeof session
  shell: typeof shell
  surveys: typeof surveys
  support: typeof support
  validation: typeof validation
}

export type Namespace = keyof Texts

type WithoutPlural<K> = K extends `${infer Base}_${'one' | 'other'}` ? Base : K

/** Keys of the given namespaces, such as `shell.menu.movies`; without a parameter, of all namespaces. */
export type Key<N extends Namespace = Namespace> = N extends Namespace
  ? WithoutPlural<keyof Texts[N] & string>
  : never
