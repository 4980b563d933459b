import type { Content } from '#src/contract/content.ts'
import type { Language } from '#src/contract/fields.ts'
import { getT } from '../i18n/i18n.ts'
import { localPath } from '../i18n/languages.ts'
import { contentPath, homePath } from '../routes.ts'
import { fromWire } from '../text/tehran.ts'
import { escapeXml } from '../text/xml.ts'
import { pictureUrl } from './picture.ts'

/** Returns the latest titles as an Atom feed (RFC 4287). */
export function atomFeed(contents: readonly Content[], language: Language, origin: string): string {
  const t = getT(language)
  const self = origin + localPath('/feed.xml', language)
  const updated = contents.map(({ updated_at }) => updated_at).reduce(later, '2000-01-01T00:00:00')
  return (
    `<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">` +
    `<id>${escapeXml(self)}</id><title>${escapeXml(`${t('shell.name')} · ${t('catalogue.order.latest')}`)}</title>` +
    `<link rel="self" type="application/atom+xml" href="${escapeXml(self)}"/>` +
    `<link rel="alternate" type="text/html" hreflang="${language}" href="${escapeXml(origin + homePath(language))}"/>` +
    `<updated>${instant(updated)}</updated><author><name>${escapeXml(t('shell.name'))}</name></author>` +
    `<icon>${escapeXml(`${origin}/favicon.svg`)}</icon>` +
    `${contents.map(content => entry(content, language, origin)).join('')}</feed>`
  )
}

function entry(content: Content, language: Language, origin: string): string {
  const address = escapeXml(origin + encodeURI(contentPath(content, language)))
  const picture = content.poster_image && pictureUrl(content.poster_image, 'poster', origin)
  const genres = content.categories.filter(({ type }) => type === 'genre')
  return (
    `<entry><id>${address}</id><title>${escapeXml(content.title)}</title>` +
    `<link rel="alternate" type="text/html" href="${address}"/>` +
    (picture ? `<link rel="enclosure" type="image/webp" href="${escapeXml(picture)}"/>` : '') +
    `<published>${instant(content.published_at)}</published><updated>${instant(content.updated_at)}</updated>` +
    genres.map(({ title }) => `<category term="${escapeXml(title)}"/>`).join('') +
    `<summary>${escapeXml(content.summary)}</summary></entry>`
  )
}

const instant = (timestamp: string) => fromWire(timestamp).toISOString()
const later = (a: string, b: string) => (a > b ? a : b)
