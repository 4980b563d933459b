/** Every path of the site; `localPath` (src/lib/i18n/languages.ts) adds the language prefix. */
import type { Language } from '#src/contract/fields.ts'
import { PAGE_SIZE } from '#src/contract/limits.ts'
import { localPath } from './i18n/languages.ts'

type Named = { short_id: string; slug: string }

export const KIDS_CATEGORY = 'kids'
/** Renders in the light theme, like the kids category (spec §2). */
export const LIGHT_CATEGORY = 'scNnlM'

export const homePath = (language: Language) => localPath('/', language)
export const contentPath = (content: Named, language: Language) =>
  localPath(`/contents/${content.short_id}/${content.slug}`, language)
/** The id of the reminder's button on a title's page. */
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
/** A live channel from a time on, such as the start of a programme. @param from as on the wire */
export const playFromPath = (content: { short_id: string }, from: string, language: Language) =>
  `${playPath(content, language)}?from=${from}`
export const loginPath = (back: string, language: Language) =>
  localPath(back === '/' ? '/login' : `/login?redirect=${encodeURIComponent(back)}`, language)
export const registerPath = (back: string, language: Language) =>
  localPath(back === '/' ? '/register' : `/register?redirect=${encodeURIComponent(back)}`, language)
export const pinPath = (profileId: string, back: string, language: Language) =>
  localPath(`/profile/pin?profileId=${profileId}&redirect=${encodeURIComponent(back)}`, language)
export const editProfilePath = (profileId: string, language: Language) =>
  localPath(`/user/edit?profileId=${profileId}`, language)
export const profilePath = (back: string, language: Language) =>
  localPath(`/profile?redirect=${encodeURIComponent(back)}`, language)
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
/** The packages page with a preselected package and voucher. */
export const choicePath = (order: Purchase, language: Language) =>
  localPath(`/packages${purchaseSearch(order)}`, language)
/** The invoice of a package, with its voucher. */
export const paymentPath = (order: Purchase, language: Language) =>
  localPath(`/payment${purchaseSearch(order)}`, language)
/** The status page of a payment. */
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

/** The HTML of one row alone, for pages that show it when it is near. Its page is the home page, or that of a category by its short id. */
export function rowPath(row: { page: RowPage; id: string }, language: Language): string {
  const { page, id } = row
  const folder = page === 'home' ? page : `categories/${page.category}`
  return localPath(`/rows/${folder}/${id}`, language)
}
export type RowPage = 'home' | { category: string }

/** A carousel's 'more' link: offset=0&count=24& removed, lower case, /video-contents becomes /contents (spec §2). */
export function moreLinkPath(link: string, language: Language): string {
  const path = link
    .replace(`offset=0&count=${PAGE_SIZE}&`, '')
    .replace(new RegExp(`[?&]offset=0&count=${PAGE_SIZE}$`), '')
    .toLowerCase()
    .replace(/^\/video-contents/, '/contents')
  return localPath(path, language)
}

/** A path with 'play' is the player's: no system banner, no offset for it (spec §2). */
export const isPlayerPath = (path: string) => path.includes('play')
