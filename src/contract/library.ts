import { z } from 'zod'
import { ContentCard, ContentType } from './content.ts'
import { Id, KeyPaging, keyPagedList, Nothing } from './fields.ts'
import { PERSONAL_ROW_KINDS } from './limits.ts'

export const PersonalRow = z.object({
  kind: z.enum(PERSONAL_ROW_KINDS),
  /** The watched title on which a row of the kind `because` is based. */
  reason: z.object({ id: Id, title: z.string(), is_audio_book: z.boolean() }).nullable(),
  items: z.array(ContentCard),
})
export type PersonalRow = z.infer<typeof PersonalRow>

/** Schemas of the inputs and the reply of each call, by the name of its endpoint. */
export const libraryCalls = {
  listBookmarks: {
    summary: 'Bookmarks',
    query: z.strictObject(KeyPaging),
    data: keyPagedList(ContentCard),
  },
  addBookmark: {
    summary: 'Bookmark a title',
    body: z.strictObject({ video_content_id: Id }),
    data: Nothing,
  },
  removeBookmark: {
    summary: 'Remove the bookmark; id is the content',
    data: Nothing,
  },
  addReminder: {
    own: true,
    summary: 'Ask for an SMS when a title can be played',
    body: z.strictObject({ video_content_id: Id }),
    data: Nothing,
  },
  removeReminder: {
    own: true,
    summary: 'Cancel the reminder; id is the content',
    data: Nothing,
  },
  listHistory: {
    summary: 'Watch history',
    query: z.strictObject({
      ...KeyPaging,
      video_content_type: ContentType.optional(),
    }),
    data: keyPagedList(ContentCard),
  },
  listContinueWatching: {
    summary: 'Continue watching',
    query: z.strictObject(KeyPaging),
    data: keyPagedList(ContentCard),
  },
  removeContinueWatching: {
    summary: 'Remove a title from continue watching',
    data: Nothing,
  },
  listPersonalRows: {
    own: true,
    summary: 'Rows of the home page for this profile',
    data: z.object({ rows: z.array(PersonalRow) }),
  },
}
