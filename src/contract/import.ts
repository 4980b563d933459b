/** The import format: one JSON object per line (JSONL). docs/import.md and the JSON schema are generated from it. */
import { z } from 'zod'
import { FLAGS, Flag } from './content.ts'
import { Duration, LocalizedText, localized } from './fields.ts'
import { LANGUAGES } from './languages.ts'
import { AGE_LABELS } from './limits.ts'
import { CATEGORY_TYPES } from './values.ts'

export const ExternalId = z.string().min(1).max(120)
/** A text in one or more languages. Missing languages show one of the others. */
export const ImportText = localized(z.string().trim().min(1).max(5_000).optional()).refine(
  text => LANGUAGES.some(language => text[language] !== undefined),
  { message: `${LANGUAGES.join(' or ')} is needed` },
)
/**
 * A file next to the import file, one of the project's demo pictures (`demo:kind/name`), or a picture in the media store, as an export
 * writes it (`stored:…`). A picture that is left out stays unchanged; null removes it.
 */
export const PictureReference = z.string().max(500).nullable()
/** The key by which titles refer to a category, such as `drama`. */
const CategoryKey = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,59}$/)
const Percent = z.number().min(0).max(100)
/** A count that fits into the database's integer. */
const Count = z.number().int().min(0).max(2_147_483_647)
export const ImportYear = z.number().int().min(1870).max(2100)
/** Minimum age; 0 is for everyone. A title without a label is not rated, and children's profiles do not show it. */
const AgeLabel = z.literal([0, ...AGE_LABELS])

/** A genre, or a collection of titles with a page of its own. Fields that are left out stay unchanged. */
export const ImportCategory = z.strictObject({
  kind: z.literal('category'),
  external_id: CategoryKey,
  type: z.enum(CATEGORY_TYPES).optional(),
  name: LocalizedText,
  description: ImportText.optional(),
  image: PictureReference.optional(),
  /** Position in lists, the lowest first. A new category comes last. */
  order: z.number().int().min(0).max(30_000).optional(),
  /** False hides it in lists of categories. */
  listed: z.boolean().optional(),
})

export const ImportArtist = z.strictObject({
  kind: z.literal('artist'),
  external_id: ExternalId,
  name: ImportText,
  aliases: z.array(z.string().max(300)).max(50).optional(),
  bio: ImportText.optional(),
  image: PictureReference.optional(),
})
export const CREDIT_ROLES = [
  'director',
  'writer',
  'cast',
  'producer',
  'composer',
  'narrator',
  'author',
  'translator',
  'dubber',
] as const
export const ImportCredit = z.strictObject({
  /** external_id of an artist; an unknown one is created from `name`. */
  artist: ExternalId,
  name: ImportText.optional(),
  role: z.enum(CREDIT_ROLES),
  character: ImportText.optional(),
})
const media = z.strictObject({
  /** Key of a stream in the media store, such as `demo/landscape`; live streams are generated. */
  stream: z.string().max(300),
  kind: z.enum(['vod', 'live', 'audio']).optional(),
  intro: z.strictObject({ start: z.number().min(0), end: z.number().min(0) }).optional(),
  credits_at: z.number().min(0).optional(),
  chapters: z.array(z.strictObject({ title: ImportText, start: z.number().min(0) })).optional(),
})
/** A time in the Gregorian calendar. Files may use either calendar; `service/catalogue/import/written-fields.ts` converts them. */
export const ImportMoment = z.iso.datetime({ offset: true })
/** Times at which a title enters and leaves the catalogue. An episode is only there while its series is. */
const times = { published_at: ImportMoment.optional(), unpublish_at: ImportMoment.optional() }
const shared = {
  external_id: ExternalId,
  title: ImportText,
  summary: ImportText.optional(),
  duration: Duration.optional(),
  media: media.optional(),
  backdrop: PictureReference.optional(),
  flags: z.array(Flag).max(FLAGS.length).optional(),
}
export const ImportEpisode = z.strictObject({
  ...shared,
  number: z.number().int().min(1).max(5_000),
  ...times,
})
export const ImportSeason = z.strictObject({
  number: z.number().int().min(1).max(200),
  title: ImportText.optional(),
  year: ImportYear.optional(),
  episodes: z.array(ImportEpisode).max(1_000),
})
export const ImportTitle = z.strictObject({
  kind: z.literal('title'),
  type: z.enum(['single_video', 'series', 'video_content_list']),
  ...shared,
  /** A second name below the title, such as the original one. */
  sub_title: ImportText.optional(),
  page_title: ImportText.optional(),
  tagline: ImportText.optional(),
  aliases: z.array(z.string().max(300)).max(50).optional(),
  year: ImportYear.optional(),
  /** ISO 3166-1 alpha-2. */
  countries: z
    .array(z.string().regex(/^[A-Z]{2}$/))
    .max(20)
    .optional(),
  /** external_ids of categories of type genre; the first is the main one. */
  genres: z.array(CategoryKey).max(10).optional(),
  /** external_ids of other categories, such as collections. */
  categories: z.array(CategoryKey).max(20).optional(),
  age_label: AgeLabel.optional(),
  imdb_rank_percent: Percent.optional(),
  rate_percentage: Percent.optional(),
  credits: z.array(ImportCredit).max(300).optional(),
  poster: PictureReference.optional(),
  /** Name of the title as drawn letters on transparent ground, in each language. A language that is left out stays unchanged. */
  lettering: localized(PictureReference.optional()).optional(),
  trailer: media.optional(),
  seasons: z.array(ImportSeason).max(100).optional(),
  /** external_ids of the titles in a video_content_list. */
  items: z.array(ExternalId).max(500).optional(),
  /** Rials before VAT, for content_has_ticket. */
  ticket_price: z.number().int().min(0).optional(),
  ticket_hours: z.number().int().min(1).max(720).optional(),
  audio_languages: z.array(z.string().max(10)).optional(),
  caption_languages: z.array(z.string().max(10)).optional(),
  /** Initial weights for the orders most_visited and best_selling, until the service has counted enough. */
  visits: Count.optional(),
  sales: Count.optional(),
  ...times,
  /** Time from which it can be played. A title that is shown earlier is `coming_soon` until then. */
  available_at: ImportMoment.optional(),
  /** True stores the title as removed: its page answers 410. */
  removed: z.boolean().optional(),
})
/** Removes a title: its page answers 410. */
export const ImportRemoval = z.strictObject({
  kind: z.literal('removal'),
  external_id: ExternalId,
})
export const ImportRecord = z.discriminatedUnion('kind', [
  ImportArtist,
  ImportCategory,
  ImportTitle,
  ImportRemoval,
])
export type ImportRecord = z.infer<typeof ImportRecord>
export type ImportTitle = z.infer<typeof ImportTitle>
export type ImportCategory = z.infer<typeof ImportCategory>
export type ImportArtist = z.infer<typeof ImportArtist>
export type ImportEpisode = z.infer<typeof ImportEpisode>
export type ImportRemoval = z.infer<typeof ImportRemoval>
export type ImportSeason = z.infer<typeof ImportSeason>
