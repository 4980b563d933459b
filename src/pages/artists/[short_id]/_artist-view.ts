/** View of an artist's page. */
import type { Artist } from '#src/contract/content.ts'
import { mapLanguages } from '#src/contract/languages.ts'
import { breadcrumbLd, itemListLd, personLd } from '#src/lib/catalogue/json-ld.ts'
import { slicePage } from '#src/lib/catalogue/listing.ts'
import { linkPreview } from '#src/lib/catalogue/picture.ts'
import type { Key } from '#src/lib/i18n/keys.ts'
import type { Translate } from '#src/lib/i18n/translate.ts'
import { artistPath, homePath } from '#src/lib/routes.ts'

type T = Translate<Key<'pages' | 'shell'>>

const DESCRIPTION_MAX = 300

export function createArtistView(artist: Artist, offset: number, t: T, origin: string) {
  const { language } = t
  const path = artistPath(artist, language)
  const works = slicePage(artist.contents, offset)
  const search = works.offset > 0 ? `?offset=${works.offset}` : ''
  const steps = [
    { name: t('shell.menu.home'), path: homePath(language) },
    { name: artist.name, path },
  ]
  return {
    head: {
      title: artist.name,
      description:
        artist.bio.slice(0, DESCRIPTION_MAX) ||
        t('pages.artist.description', { name: artist.name }),
      picture: linkPreview({ portrait: artist.image }, artist.name, origin),
      canonical: path + search,
      alternate: mapLanguages(
        each => artistPath({ ...artist, slug: artist.slugs[each] }, each) + search,
      ),
      jsonLd: [
        personLd(artist, language, origin),
        breadcrumbLd(steps, origin),
        itemListLd(works.items, language, origin),
      ],
    },
    works,
    /** Returns the link to a page of the works, at their heading. */
    worksPath: (from: number) => `${path}${from > 0 ? `?offset=${from}` : ''}#works`,
  }
}
