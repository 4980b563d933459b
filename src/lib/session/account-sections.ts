/** The sections of the account, in the order of its menus. */
import type { Key } from '../i18n/keys.ts'
import { barePath } from '../i18n/languages.ts'

type AccountSection = {
  path: string
  icon: string
  text: Key<'shell'>
  /** Pages of this section that have their own address. */
  pages?: readonly string[]
}

const OVERVIEW: AccountSection = {
  path: '/user',
  icon: 'i-lucide-user-round',
  text: 'shell.account.title',
}
const BOOKMARKS: AccountSection = {
  path: '/user/bookmarks',
  icon: 'i-lucide-bookmark',
  text: 'shell.account.bookmarks',
}
const OF_EVERY_ADULT: readonly AccountSection[] = [
  { path: '/user/subscription', icon: 'i-lucide-crown', text: 'shell.account.subscription' },
  { path: '/user/payments', icon: 'i-lucide-receipt-text', text: 'shell.account.payments' },
  { path: '/user/history', icon: 'i-lucide-history', text: 'shell.account.history' },
  BOOKMARKS,
]
const OF_THE_PRIMARY: readonly AccountSection[] = [
  { path: '/user/devices', icon: 'i-lucide-monitor-smartphone', text: 'shell.account.devices' },
  {
    path: '/user/profiles',
    icon: 'i-lucide-users-round',
    text: 'shell.account.profiles',
    pages: ['/user/edit?profileId'],
  },
]
const SETTINGS: AccountSection = {
  path: '/user/settings',
  icon: 'i-lucide-settings',
  text: 'shell.account.settings',
  pages: ['/user/edit', '/user/password'],
}
const SUPPORT: AccountSection = {
  path: '/tickets',
  icon: 'i-lucide-life-buoy',
  text: 'shell.account.tickets',
}

/**
 * Returns the sections for a viewer. A child has bookmarks only; devices and profiles belong to the primary profile
 * (spec §6).
 */
export function accountSections(viewer: {
  isChild: boolean
  isPrimary: boolean
}): readonly AccountSection[] {
  if (viewer.isChild) return [BOOKMARKS]
  const primary = viewer.isPrimary ? OF_THE_PRIMARY : []
  return [OVERVIEW, ...OF_EVERY_ADULT, ...primary, SETTINGS, SUPPORT]
}

/** Returns the section of a page; undefined for a page outside the account. */
export function findAccountSection(
  sections: readonly AccountSection[],
  url: Pick<URL, 'pathname' | 'searchParams'>,
): AccountSection | undefined {
  const path = barePath(url.pathname)
    .replace(/(?<=.)\/$/, '')
    .replace(/^\/tickets\/.+/, SUPPORT.path)
  const page = url.searchParams.has('profileId') ? `${path}?profileId` : path
  return sections.find(each => each.path === page || each.pages?.includes(page))
}
