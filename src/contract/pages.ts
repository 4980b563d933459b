import { z } from 'zod'
import { ArtistCard, ContentCard } from './content.ts'
import { Count, Id, Nothing, Picture, wholeNumber } from './fields.ts'
import { mapLanguages } from './languages.ts'
import { SORT_ORDERS } from './limits.ts'
import { CATEGORY_TYPES } from './values.ts'
import { VITALS_DEVICES, VITALS_MAX, VITALS_PAGES } from './web-vitals.ts'

const vital = (name: keyof typeof VITALS_MAX) => z.number().min(0).max(VITALS_MAX[name]).optional()
export const VitalsReport = z.strictObject({
  page: z.enum(VITALS_PAGES),
  device: z.enum(VITALS_DEVICES),
  lcp: vital('lcp'),
  inp: vital('inp'),
  cls: vital('cls'),
  ttfb: vital('ttfb'),
})
export type VitalsReport = z.infer<typeof VitalsReport>

export const Category = z.object({
  id: Id,
  short_id: z.string(),
  slug: z.string(),
  type: z.enum(CATEGORY_TYPES),
  title: z.string(),
  image: Picture.nullable(),
  count: Count,
})
export type Category = z.infer<typeof Category>
export const SurveyCard = z.object({
  id: Id,
  ref: z.string(),
  title: z.string(),
  status: z.enum(['open', 'ended']),
})

const base = { id: Id, title: z.string(), more_link: z.string().nullish() }
export const Widget = z.discriminatedUnion('type', [
  z.object({
    ...base,
    type: z.literal('banner'),
    /** True or unset: no editor chose the items. */
    is_automatic: z.boolean().optional(),
    items: z.array(ContentCard),
  }),
  z.object({
    ...base,
    type: z.literal('video_carousel'),
    /** True or unset: the items are ranked, the first is the most watched. */
    is_ranked: z.boolean().optional(),
    items: z.array(ContentCard),
  }),
  z.object({
    ...base,
    type: z.literal('artist_carousel'),
    items: z.array(ArtistCard),
  }),
  z.object({
    ...base,
    type: z.literal('category_carousel'),
    items: z.array(Category),
  }),
  z.object({
    ...base,
    type: z.literal('continue_watching'),
    items: z.array(ContentCard),
  }),
  z.object({ ...base, type: z.literal('survey'), items: z.array(SurveyCard) }),
])
export type Widget = z.infer<typeof Widget>
export const Widgets = z.object({ widgets: z.array(Widget) })

export const SystemMessage = z.object({
  text: z.string(),
  type: z.enum(['error', 'success']),
  is_dismissable: z.boolean(),
})
export type SystemMessage = z.infer<typeof SystemMessage>

export const DynamicLink = z.object({
  id: Id,
  display_title: z.string(),
  configuration: z.object({
    navigation_type: z.enum(['internal_route', 'get_by_filter']),
    url: z.string().nullish(),
    category_id: z.string().nullish(),
    sort_order: z.enum(SORT_ORDERS).nullish(),
  }),
})
export type DynamicLink = z.infer<typeof DynamicLink>
export const GlobalData = z.object({
  categories: z.array(
    z.object({
      type: z.enum(CATEGORY_TYPES),
      id: Id,
      title: z.string(),
      short_id: z.string(),
      slug: z.string(),
    }),
  ),
  links: z.array(DynamicLink),
})
export type GlobalData = z.infer<typeof GlobalData>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const pagesCalls = {
  getHomePage: {
    summary: 'Home page; personal with a profile token',
    data: Widgets,
  },
  listCategories: {
    own: true,
    summary: 'Categories with image and count',
    data: z.object({ items: z.array(Category) }),
  },
  getCategory: {
    own: true,
    summary: 'One category with its carousels; id or short_id',
    data: Category.extend({ widgets: z.array(Widget) }),
  },
  getSystemMessage: {
    summary: 'The system message, or null',
    data: SystemMessage.nullable(),
  },
  /** The browser calls /api/global-data (spec §7). */
  getGlobalData: {
    summary: 'Genre categories and dynamic links of the header',
    data: GlobalData,
  },
  reportClientError: {
    own: true,
    summary: 'Report an error of a browser (sampled)',
    body: z.strictObject({
      message: z.string().max(1_000),
      stack: z.string().max(8_000).optional(),
      path: z.string().max(500).optional(),
      release: z.string().max(60).optional(),
    }),
    data: Nothing,
  },
  /** Pages report a sample of visits (WEB_VITALS_SAMPLE). Values are milliseconds, and for `cls` its score. */
  reportWebVitals: {
    own: true,
    summary: 'Report the loading speed of a page (sampled)',
    body: VitalsReport,
    data: Nothing,
  },
  /** Entries of the sitemap's index. */
  listSitemapChunks: {
    own: true,
    summary:
      'Chunks of a sitemap with their newest change; kind is contents, artists or categories',
    query: z.strictObject({ count: wholeNumber(5_000, 1).default(5_000) }),
    data: z.object({ items: z.array(z.object({ updated_at: z.string() })) }),
  },
  /** Entries of the sitemap: every title, artist and category once, in chunks. */
  listForSitemap: {
    own: true,
    summary: 'Entries of a sitemap chunk; kind is contents, artists or categories',
    query: z.strictObject({
      offset: wholeNumber(10_000_000).default(0),
      count: wholeNumber(5_000, 1).default(5_000),
    }),
    data: z.object({
      items: z.array(
        z.object({
          short_id: z.string(),
          slugs: z.object(mapLanguages(() => z.string())),
          updated_at: z.string(),
          /** Title in the default language; only for titles and artists. */
          title: z.string().optional(),
          poster_image: Picture.nullish(),
          backdrop_image: Picture.nullish(),
          portrait_image: Picture.nullish(),
          /** Only for titles that have a trailer. */
          trailer: z
            .object({
              description: z.string(),
              published_at: z.string(),
              age_label: Count.nullable(),
            })
            .nullish(),
        }),
      ),
      total: Count,
    }),
  },
}
