/** Finds what the demo's catalogue holds through the API of the site. */
import { demoRecords } from '#tests/support/demo-catalogue.ts'

type Named = { short_id: string; slug: string }
type Card = Named & { id: string; title: string }
type Content = Card & {
  credits: Named[]
  seasons: Array<{ episodes: Card[] }>
  video_files: Record<string, { video_file_id: string }>
}
type Category = { id: string; title: string }

export type Finder = {
  /** A title of demo/catalogue by its external id. */
  title: (externalId: string) => Promise<Content>
  titlePath: (externalId: string) => Promise<string>
  artistPath: (ofTitle: string) => Promise<string>
  categoryPath: (at: number) => Promise<string>
  genre: (at: number) => Promise<Category>
}

export function finder(site: string): Finder {
  const get = async <T>(path: string) => {
    const reply = await fetch(`${site}/api${path}`, { headers: { 'Accept-Language': 'fa' } })
    if (!reply.ok) throw new Error(`${path} answered ${reply.status}`)
    return ((await reply.json()) as { data: T }).data
  }
  const title = async (externalId: string) => {
    const record = (await demoRecords()).find(
      each => each.kind === 'title' && each.external_id === externalId,
    )
    if (record?.kind !== 'title') throw new Error(`the demo has no ${externalId}`)
    const name = record.title.fa ?? ''
    const query = new URLSearchParams({ query: name, count: '24' })
    const { items } = await get<{ items: Card[] }>(`/video-contents?${query}`)
    const card = items.find(each => each.title === name)
    if (!card) throw new Error(`the site has no ${externalId}`)
    return get<Content>(`/video-contents/${card.short_id}`)
  }
  const genre = async (at: number) => {
    const { categories } = await get<{ categories: Category[] }>('/global-data')
    const found = categories[at]
    if (!found) throw new Error(`the site has no genre ${at}`)
    return found
  }
  return {
    title,
    titlePath: async id => pathOf('contents', await title(id)),
    artistPath: async id => {
      const [artist] = (await title(id)).credits
      if (!artist) throw new Error(`${id} has no credits`)
      return pathOf('artists', artist)
    },
    categoryPath: async at => {
      const { id, title: name } = await genre(at)
      return `/categories/${id}/${encodeURIComponent(name.replace(/\s+/g, '-'))}`
    },
    genre,
  }
}

const pathOf = (folder: string, { short_id, slug }: Named) =>
  `/${folder}/${short_id}/${encodeURIComponent(slug)}`
