import type { Language } from '#src/contract/languages.ts'
import { localPath } from '../i18n/languages.ts'

const PATHS = {
  apps: '/apps',
  smartTv: '/smart-tv',
  faq: '/faq',
  contact: '/contact-us',
  about: '/about',
  rules: '/rules',
  privacy: '/privacy',
  accessibility: '/accessibility',
} as const
type Name = keyof typeof PATHS

/** Returns the links of the footer and of the mini bar, in order. */
export function footerLinks(language: Language): { path: string; key: `shell.footer.${Name}` }[] {
  const names = Object.keys(PATHS) as Name[]
  return names.map(name => ({
    path: localPath(PATHS[name], language),
    key: `shell.footer.${name}` as const,
  }))
}
