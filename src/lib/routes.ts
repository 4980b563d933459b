/** All paths of the site. `localPath` (src/lib/i18n/languages.ts) adds the language prefix. */
import type { Language } from '#src/contract/fields.ts'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import { localPath } from './i18n/languages.ts'
import { returnPath } from './session/redirect.ts'

type Named = { short_id: string; slug: string }

export const KIDS_CATEGORY = 'kids'
/** Category that renders in the light theme, like the kids category (spec §2). */
export const LIGHT_CATEGORY = 'scNnlM'

/** Page of the apps, without the prefix of a language. */
export const APPS_PATH = '/apps'

export const homePath = (language: Language) => localPath('/', language)
export const contentPath = (content: Named, language: Language) =>
  localPath(`/contents/${content.short_id}/${content.slug}`, language)
/** Element id of the reminder button on a title's page. */
export const REMINDER_ID = 'remind'
export const reminderPath = (content: Named, language: Language) =>
  `${contentPath(content, language)}#${REMINDER_ID}`
export const artistPath = (artist: Named, language: Language) =>
  localPath(`/artists/${artist.short_id}/${artist.slug}`, language)
export const categoryPath = (category: Named, language: Language) =>
  localPath(`/categories/${category.short_id}/${category.slug}`, language)
export const kidsPath = (language: Language) =>
  localPath(`/categories/${KIDS_CATEGORY}/${KIDS_CATEGORY}`, language)
export const playPath = (content: { short_id: string }, language: Language) =>
  localPath(`/play/${content.short_id}`, language)
/**
 * Path of a live channel that starts at a time, such as the start of a programme.
 * @param from time as in the API
 */
export const playFromPath = (content: { short_id: string }, from: string, language: Language) =>
  `${playPath(content, language)}?from=${from}`
export const loginPath = (back: string, language: Language) =>
  localPath(`/login${backSearch(back)}`, language)
export const registerPath = (back: string, language: Language) =>
  localPath(`/register${backSearch(back)}`, language)
/** Returns the query of a sign-in page that returns to `back`. */
export function backSearch(back: string): string {
  const path = returnPath(back)
  return path === '/' ? '' : `?redirect=${encodeURIComponent(path)}`
}
export const pinPath = (profileId: string, back: string, language: Language) =>
  localPath(`/profile/pin?profileId=${profileId}&redirect=${encodeURIComponent(back)}`, language)
export const editProfilePath = (profileId: string, language: Language) =>
  localPath(`/user/edit?profileId=${profileId}`, language)
export const profilePath = (back: string, language: Language) =>
  localPath(`/profile?redirect=${encodeURIComponent(returnPath(back))}`, language)
export const packagesPath = (language: Language) => localPath('/packages', language)
type Purchase = { packageId: string | null; voucher?: string | null; back?: string | null }
/** `back`: path of this site to return to after paying. */
const purchaseSearch = ({ packageId, voucher, back }: Purchase) => {
  const search = new URLSearchParams()
  if (packageId) search.set('package', packageId)
  if (voucher) search.set('voucher', voucher)
  if (back) search.set('redirect', back)
  return search.size > 0 ? `?${search}` : ''
}
/** Path of the checkout with a selected package and voucher. */
export const packageChoicePath = (order: Purchase, language: Language) =>
  localPath(`/packages${purchaseSearch(order)}`, language)
/** Path of the status page of a payment. */
export const paymentStatusPath = (id: string, language: Language) =>
  localPath(`/payment?id=${encodeURIComponent(id)}`, language)
export const successPaymentPath = (id: string, language: Language) =>
  localPath(`/packages/successPayment?id=${encodeURIComponent(id)}`, language)
export const successGiftPath = (id: string, language: Language) =>
  localPath(`/packages/successGift?id=${encodeURIComponent(id)}`, language)
export const agreementPath = (order: Purchase, language: Language) =>
  localPath(`/dd-agreement${purchaseSearch(order)}`, language)
export const ticketPath = (content: { short_id: string }, language: Language) =>
  localPath(`/cinema-online/ticket/${content.short_id}`, language)

export type ListingQuery = {
  types?: string
  order?: string
  categories?: string
  query?: string
  flags?: string
  offset?: number
}
export function listingPath(query: ListingQuery, language: Language): string {
  const search = new URLSearchParams()
  for (const name of ['types', 'order', 'categories', 'query', 'flags'] as const) {
    const value = query[name]
    if (value && !(name === 'order' && value === 'default')) search.set(name, value)
  }
  if (query.offset) search.set('offset', String(query.offset))
  const text = search.toString()
  return localPath(text ? `/contents?${text}` : '/contents', language)
}

/**
 * Returns the path of the HTML of one row, for pages that load it when it comes near. The page is the home page, or a
 * category by its short id.
 */
export function rowPath(row: { page: RowPage; id: string }, language: Language): string {
  const { page, id } = row
  const folder = page === 'home' ? page : `categories/${page.category}`
  return localPath(`/rows/${folder}/${id}`, language)
}
export type RowPage = 'home' | { category: string }

/**
 * Returns the path of a carousel's 'more' link: offset=0&count=24& removed, lower case, /video-contents becomes
 * /contents (spec §2).
 */
export function moreLinkPath(link: string, language: Language): string {
  const path = link
    .replace(`offset=0&count=${PAGE_SIZE}&`, '')
    .replace(new RegExp(`[?&]offset=0&count=${PAGE_SIZE}$`), '')
    .toLowerCase()
    .replace(/^\/video-contents/, '/contents')
  return localPath(path, language)
}

/** True for paths that contain 'play', which belong to the player: no system banner and no offset for it (spec §2). */
export const isPlayerPath = (path: string) => path.includes('play')
