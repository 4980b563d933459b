import { z } from 'zod'
import { ContentCard } from './content.ts'
import { Id, KeyPaging, keyList, Nothing } from './fields.ts'
import { PERSONAL_ROW_KINDS } from './limits.ts'

export const PersonalRow = z.object({
  kind: z.enum(PERSONAL_ROW_KINDS),
  /** The watched title that a row of the kind `because` is about. */
  reason: z.object({ id: Id, title: z.string() }).nullable(),
  items: z.array(ContentCard),
})
export type PersonalRow = z.infer<typeof PersonalRow>

/** What each call takes and answers, by the name of its endpoint. */
export const libraryCalls = {
  listBookmarks: {
    summary: 'Bookmarks',
    query: z.strictObject(KeyPaging),
    data: keyList(ContentCard),
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
    summary: 'Ask for an SMS when a title can be played',
    body: z.strictObject({ video_content_id: Id }),
    data: Nothing,
  },
  removeReminder: {
    summary: 'Take the reminder back; id is the content',
    data: Nothing,
  },
  listHistory: {
    summary: 'Watch history',
    query: z.strictObject({
      ...KeyPaging,
      video_content_type: z.string().max(40).optional(),
    }),
    data: keyList(ContentCard),
  },
  listContinueWatching: {
    summary: 'Continue watching',
    query: z.strictObject(KeyPaging),
    data: keyList(ContentCard),
  },
  removeContinueWatching: {
    summary: 'Remove a title from continue watching',
    data: Nothing,
  },
  listPersonalRows: {
    summary: 'Rows of the home page for this profile',
    data: z.object({ rows: z.array(PersonalRow) }),
  },
}
