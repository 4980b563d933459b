import { z } from 'zod'
import { AccessReason } from './access.ts'
import {
  Duration,
  Id,
  KeyPaging,
  keyList,
  list,
  Nothing,
  Paging,
  Picture,
  Rials,
  Timestamp,
  userText,
} from './fields.ts'
import { byLanguage } from './languages.ts'
import { COMMENT, MARKS_MAX, SORT_ORDERS } from './limits.ts'
import { FLAGS } from './values.ts'

export { FLAGS }

export const ContentType = z.enum([
  'single_video',
  'series',
  'episode',
  'season_of_series',
  'video_content_list',
])
export type ContentType = z.infer<typeof ContentType>

export const Flag = z.enum(FLAGS)
export type Flag = z.infer<typeof Flag>

/** A category or country as a listing asked for it. */
export const NamedCategory = z.object({ name: z.string(), id: z.string(), title: z.string() })
export type NamedCategory = z.infer<typeof NamedCategory>

/** type is genre, territory (country) or age; spec §3. */
export const ContentCategory = z.object({
  id: Id,
  type: z.string(),
  title: z.string(),
  slug: z.string().optional(),
})

/** What a ticket costs. `short_id` is of the title that it is sold for: this one, or the series of an episode. */
export const TicketPrice = z.object({
  short_id: z.string(),
  price: Rials,
  vat: Rials,
  total: Rials,
  valid_hours: z.number().int(),
})
export type TicketPrice = z.infer<typeof TicketPrice>

/** What a card shows. title and slug are in the requested language; slugs has all languages, for hreflang. */
export const ContentCard = z.object({
  id: Id,
  contentId: Id,
  short_id: z.string(),
  slug: z.string(),
  slugs: z.object(byLanguage(() => z.string())),
  title: z.string(),
  sub_title: z.string().nullable(),
  type: ContentType,
  year: z.number().int().nullable(),
  duration: Duration.nullable(),
  age_label: z.number().int().nullable(),
  categories: z.array(ContentCategory),
  poster_image: Picture.nullable(),
  backdrop_image: Picture.nullable(),
  rate_percentage: z.number().nullable(),
  imdb_rank_percent: z.number().nullable(),
  flag: z.array(Flag),
  season_count: z.number().int().optional(),
  /** Season and number of an episode in its series. */
  episode: z.object({ season: z.number().int(), number: z.number().int() }).nullish(),
  series: z
    .object({
      id: Id,
      short_id: z.string(),
      slug: z.string(),
      title: z.string(),
    })
    .nullish(),
  search_query_id: z.string().nullish(),
  search_position: z.number().int().nullish(),
  /** Seconds watched and in all; only in personal lists. */
  progress: z.object({ current_time: z.number(), duration: z.number() }).optional(),
  /** In the watch history. */
  watched_at: Timestamp.optional(),
  tagline: z.string().nullish(),
  /** Of the episodes of a season. */
  summary: z.string().nullish(),
  /** Where a ticket is needed. */
  ticket: TicketPrice.nullish(),
  /** Unset where there is none. */
  has_trailer: z.boolean().optional(),
})
export type ContentCard = z.infer<typeof ContentCard>

export const Credit = z.object({
  id: Id,
  short_id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** In the requested language; role_slug is the import format's. */
  role: z.string(),
  role_slug: z.string(),
  character: z.string().nullable(),
  image: Picture.nullable(),
})
export type Credit = z.infer<typeof Credit>

export const VideoFile = z.object({
  video_file_id: Id,
  kind: z.enum(['vod', 'live', 'audio']).default('vod'),
})
export const Season = z.object({
  id: Id,
  number: z.number().int(),
  title: z.string(),
  year: z.number().int().nullable(),
  episodes: z.array(ContentCard),
})
export type Season = z.infer<typeof Season>
export const AttributeGroup = z.object({
  type: z.string(),
  title: z.string(),
  items: z.array(z.object({ id: Id, title: z.string(), href: z.string().nullable() })),
})

/** Content in full. `summary` is plain text. A kid profile never gets one above its band (451). */
export const Content = ContentCard.extend({
  page_title: z.string(),
  summary: z.string(),
  seasons: z.array(Season),
  /** Keyed by kind: primary, trailer, preview. */
  video_files: z.record(z.string(), VideoFile),
  attribute_groups: z.array(AttributeGroup),
  credits: z.array(Credit),
  items: z.array(ContentCard),
  similar: z.array(ContentCard),
  comments_count: z.number().int(),
  votes_count: z.number().int(),
  ticket: TicketPrice.nullable(),
  audio_tracks: z.array(z.string()),
  captions: z.array(z.string()),
  published_at: Timestamp,
  /** From when it can be played; null where that is not known, or is not for its time to say. */
  available_at: Timestamp.nullable(),
  updated_at: Timestamp,
})
export type Content = z.infer<typeof Content>

const words = (max: number) =>
  z
    .string()
    .max(max)
    .transform(text =>
      text
        .split(',')
        .map(part => part.trim())
        .filter(Boolean),
    )

export const Artist = z.object({
  id: Id,
  short_id: z.string(),
  slug: z.string(),
  slugs: z.object(byLanguage(() => z.string())),
  name: z.string(),
  other_name: z.string().nullable(),
  image: Picture.nullable(),
  bio: z.string(),
  roles: z.array(z.string()),
  contents: z.array(ContentCard),
})
export type Artist = z.infer<typeof Artist>

const Progress = z.object({ current_time: z.number(), duration: z.number() })
/** The episode that a profile watches next: the one it is in the middle of, else the one after the last it finished. */
export const NextEpisode = Progress.extend({
  short_id: z.string(),
  season: z.number().int(),
  number: z.number().int(),
})
export type NextEpisode = z.infer<typeof NextEpisode>

const Marks = z.object({
  conditional_flag: z.array(Flag),
  /** Why the viewer may not play it; null if the viewer may. */
  access_reason: AccessReason.nullable(),
  /** Of a series that of the episode that was watched last, as `progress`. */
  current_time: z.number(),
  /** Seconds watched and in all; null for a title that was not started. */
  progress: Progress.extend({ is_finished: z.boolean() }).nullable(),
  /** Of a series that was started; null after its last episode. */
  next_episode: NextEpisode.nullable(),
})
export type Marks = z.infer<typeof Marks>
export const ConditionalProp = Marks.extend({
  vote: z.enum(['like', 'dislike']).nullable(),
  /** An SMS will tell the user when it can be played. */
  is_awaited: z.boolean(),
})
export type ConditionalProp = z.infer<typeof ConditionalProp>

export const Comment = z.object({
  id: Id,
  text: z.string(),
  author: z.string(),
  avatar: z.string().nullable(),
  created_at: Timestamp,
  is_spoiler: z.boolean(),
  is_mine: z.boolean(),
  /** Nobody sees it until a moderator has read it; only in the reply to whoever wrote it. */
  is_held: z.boolean().optional(),
  /** The caller reported it. */
  is_reported: z.boolean().optional(),
})
export type Comment = z.infer<typeof Comment>
const Vote = z.object({
  rate_percentage: z.number().nullable(),
  vote: z.enum(['like', 'dislike']).nullable(),
})

/** What each call takes and answers, by the name of its endpoint. */
export const contentCalls = {
  listContents: {
    summary: 'Catalogue listing',
    query: z.strictObject({
      ...Paging,
      types: words(200).optional(),
      order: z.enum(SORT_ORDERS).catch('default').optional(),
      categories: words(400).optional(),
      query: z.string().max(200).optional(),
      flags: words(200).optional(),
    }),
    data: list(ContentCard).extend({
      search_query_id: z.string().nullish(),
      /** What `categories` names; left out without it. */
      categories: z.array(NamedCategory).optional(),
    }),
  },
  getContent: {
    summary: 'One title in full',
    data: Content,
  },
  getArtist: {
    summary: 'An artist with the titles',
    data: Artist,
  },
  getConditionalProp: {
    summary: 'Access and state of a title for the caller',
    data: ConditionalProp,
  },
  getConditionalProps: {
    summary: `Access and state of up to ${MARKS_MAX} titles`,
    body: z.strictObject({ ids: z.array(Id).max(MARKS_MAX) }),
    data: z.object({
      items: z.record(z.string(), Marks),
    }),
  },
  listComments: {
    summary: 'Comments, newest first',
    query: z.strictObject(KeyPaging),
    data: keyList(Comment),
  },
  addComment: {
    summary: 'Comment on a title',
    body: z.strictObject({
      text: userText(COMMENT.min, COMMENT.max),
      is_spoiler: z.boolean().optional(),
    }),
    data: Comment,
  },
  reportComment: {
    summary: 'Report a comment',
    body: z.strictObject({}),
    data: Nothing,
  },
  like: {
    summary: 'Like, or remove the like',
    body: z.strictObject({}),
    data: Vote,
  },
  dislike: {
    summary: 'Dislike, or remove the dislike',
    body: z.strictObject({}),
    data: Vote,
  },
}
