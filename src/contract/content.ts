import { z } from 'zod'
import { AccessReason } from './access.ts'
import {
  Count,
  Duration,
  Id,
  KeyPaging,
  keyPagedList,
  Lettering,
  Nothing,
  Paging,
  Picture,
  pagedList,
  Rials,
  Timestamp,
  userText,
} from './fields.ts'
import { mapLanguages } from './languages.ts'
import { COMMENT, MARKS_MAX, SORT_ORDERS } from './limits.ts'
import { CATEGORY_TYPES, FLAGS } from './values.ts'

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

/** A category or country that a listing filters by: `name` is the requested one. */
export const NamedCategory = z.object({ name: z.string(), id: z.string(), title: z.string() })
export type NamedCategory = z.infer<typeof NamedCategory>

/** `type` is genre, territory (country) or age (spec §3). */
export const ContentCategory = z.object({
  id: Id,
  type: z.enum(CATEGORY_TYPES),
  title: z.string(),
  slug: z.string().optional(),
})

/** Price of a ticket in rials. `short_id` is that of the title for which it is sold: this one, or the series of an episode. */
export const TicketPrice = z.object({
  short_id: z.string(),
  price: Rials,
  vat: Rials,
  total: Rials,
  valid_hours: Count,
})
export type TicketPrice = z.infer<typeof TicketPrice>

/** Data of a card. title and slug are in the requested language; slugs has all languages, for hreflang. */
export const ContentCard = z.object({
  id: Id,
  contentId: Id,
  short_id: z.string(),
  slug: z.string(),
  slugs: z.object(mapLanguages(() => z.string())),
  title: z.string(),
  sub_title: z.string().nullable(),
  type: ContentType,
  year: Count.nullable(),
  duration: Duration.nullable(),
  age_label: Count.nullable(),
  categories: z.array(ContentCategory),
  poster_image: Picture.nullable(),
  backdrop_image: Picture.nullable(),
  /** Unset if the title has none in the requested language. An episode has that of its series. */
  lettering_image: Lettering.optional(),
  rate_percentage: z.number().nullable(),
  imdb_rank_percent: z.number().nullable(),
  flag: z.array(Flag),
  season_count: Count.optional(),
  /** Season and number of an episode in its series. */
  episode: z.object({ season: Count, number: Count }).nullish(),
  series: z
    .object({
      id: Id,
      short_id: z.string(),
      slug: z.string(),
      title: z.string(),
    })
    .nullish(),
  search_query_id: z.string().nullish(),
  search_position: Count.nullish(),
  /** Seconds watched and duration in seconds; only in personal lists. */
  progress: z.object({ current_time: z.number(), duration: z.number() }).optional(),
  /** Only in the watch history. */
  watched_at: Timestamp.optional(),
  tagline: z.string().nullish(),
  /** Only for episodes of a season. */
  summary: z.string().nullish(),
  /** Only for titles that need a ticket. */
  ticket: TicketPrice.nullish(),
  /** True or unset. */
  has_trailer: z.boolean().optional(),
})
export type ContentCard = z.infer<typeof ContentCard>

export const Credit = z.object({
  id: Id,
  short_id: z.string(),
  slug: z.string(),
  name: z.string(),
  /** Role in the requested language; role_slug is that of the import format. */
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
  number: Count,
  title: z.string(),
  year: Count.nullable(),
  episodes: z.array(ContentCard),
})
export type Season = z.infer<typeof Season>
export const AttributeGroup = z.object({
  type: z.string(),
  title: z.string(),
  items: z.array(z.object({ id: Id, title: z.string(), href: z.string().nullable() })),
})

/** All data of a title. `summary` is plain text. A kid profile gets 451 for a title above its band. */
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
  comments_count: Count,
  votes_count: Count,
  ticket: TicketPrice.nullable(),
  audio_tracks: z.array(z.string()),
  captions: z.array(z.string()),
  published_at: Timestamp,
  /** Time from which it can be played; null if that is unknown or must not be shown yet. */
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
const listOf = <T extends z.ZodType<string, string>>(word: T) => words(200).pipe(z.array(word))

/** An item of an artist_carousel. */
export const ArtistCard = z.object({
  id: Id,
  short_id: z.string(),
  slug: z.string(),
  name: z.string(),
  image: Picture.nullable(),
})
export type ArtistCard = z.infer<typeof ArtistCard>

export const Artist = z.object({
  id: Id,
  short_id: z.string(),
  slug: z.string(),
  slugs: z.object(mapLanguages(() => z.string())),
  name: z.string(),
  other_name: z.string().nullable(),
  image: Picture.nullable(),
  bio: z.string(),
  roles: z.array(z.string()),
  contents: z.array(ContentCard),
})
export type Artist = z.infer<typeof Artist>

const Progress = z.object({ current_time: z.number(), duration: z.number() })
/** The episode that a profile watches next: the unfinished one, else the one after the last finished episode. */
export const NextEpisode = Progress.extend({
  short_id: z.string(),
  season: Count,
  number: Count,
})
export type NextEpisode = z.infer<typeof NextEpisode>

export const Marks = z.object({
  conditional_flag: z.array(Flag),
  /** Reason why the viewer may not play it; null if the viewer may. */
  access_reason: AccessReason.nullable(),
  /** Position in seconds. For a series, this and `progress` are those of the episode that was watched last. */
  current_time: z.number(),
  /** Seconds watched and duration in seconds; null for a title that was not started. */
  progress: Progress.extend({ is_finished: z.boolean() }).nullable(),
  /** Only for a series that was started; null after its last episode. */
  next_episode: NextEpisode.nullable(),
})
export type Marks = z.infer<typeof Marks>
export const ConditionalProp = Marks.extend({
  vote: z.enum(['like', 'dislike']).nullable(),
  /** True if the user asked for an SMS when it can be played. */
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
  /** True while a moderator has to check the comment; only in the reply to its author. */
  is_held: z.boolean().optional(),
  /** True if the caller has reported it. */
  is_reported: z.boolean().optional(),
})
export type Comment = z.infer<typeof Comment>
export const Vote = z.object({
  rate_percentage: z.number().nullable(),
  vote: z.enum(['like', 'dislike']).nullable(),
})

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const contentCalls = {
  listContents: {
    own: true,
    summary: 'Catalogue listing',
    query: z.strictObject({
      ...Paging,
      types: listOf(ContentType).optional(),
      order: z.enum(SORT_ORDERS).optional(),
      categories: words(400).optional(),
      query: z.string().max(200).optional(),
      flags: listOf(Flag).optional(),
    }),
    data: pagedList(ContentCard).extend({
      search_query_id: z.string().nullish(),
      /** Artists that the text names; only with a text, on its first page. */
      artists: z.array(ArtistCard).optional(),
      /** Words of the text that were left out because nothing matched all of them, as they were typed. */
      dropped_words: z.array(z.string()).optional(),
      /** The categories that the query names; left out without that filter. */
      categories: z.array(NamedCategory).optional(),
    }),
  },
  getContent: {
    own: true,
    summary: 'One title in full',
    data: Content,
  },
  getArtist: {
    own: true,
    summary: 'An artist with titles',
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
    own: true,
    summary: 'Comments, newest first',
    query: z.strictObject(KeyPaging),
    data: keyPagedList(Comment),
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
    own: true,
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
