import { HELD_WORD } from '#src/contract/limits.ts'
import { counted } from '#src/lib/text/count.ts'
import { findUserById, type UserRow } from '../../../accounts/session/users.ts'
import {
  blockComments,
  findCommentAuthor,
  hideCommentsOf,
  listCommentBlocks,
  unblockComments,
} from '../../../community/comments/comment-blocks.ts'
import {
  addHeldWords,
  listHeldWords,
  normalizeHeldWord,
  removeHeldWords,
} from '../../../community/comments/held-words.ts'
import {
  hideComment,
  listCommentsByIds,
  listForModeration,
  listHeldComments,
  showComment,
  tryHeldWords,
} from '../../../community/comments/moderation.ts'
import type { Deps } from '../../../platform/deps.ts'
import { UsageError } from '../framework/errors.ts'
import { flagField, optional, parsedField, repeatedField, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'
import { findUser, maskedName, person, reasonField, type UserName } from '../person.ts'
import { joinNames, line } from '../terminal.ts'

const id = textField('ID', 'the id that ./pardeh comments list shows')
const author = {
  ...person,
  placeholder: 'WHO',
  text: 'a mobile number, or the id of a comment or user',
}
const words = repeatedField(
  parsedField('WORD', 'a word or "a phrase"; * at the end matches any ending', given => {
    const read = normalizeHeldWord(given)
    if (read) return read
    throw new UsageError(`write ${HELD_WORD.min} to ${HELD_WORD.max} letters.`)
  }),
)
/** The matches that are listed; all of them are counted. */
const MATCHES = 100
const reason = reasonField('a note for the team')

export default {
  actions: {
    list: defineAction({
      summary: 'Lists comments, most reported first, then newest',
      options: {
        reported: flagField('only reported comments'),
        held: flagField('only comments that wait for a moderator, oldest first'),
      },
      effect: 'reads',
      run: async ({ deps }, { reported, held }) => {
        if (reported && held) throw new UsageError('Give --reported or --held, not both.')
        const rows = held
          ? await listHeldComments(deps.db)
          : await listForModeration(deps.db, reported)
        return {
          data: rows,
          print: [
            ...rows.flatMap(({ id, reports, title, text, heldFor }) => [
              heldFor
                ? line`${id}  held for "${heldFor}"  ${title}`
                : line`${id}  ${counted(reports, 'report')}  ${title}`,
              { block: text },
            ]),
            counted(rows.length, 'comment'),
          ],
        }
      },
    }),
    hide: defineAction({
      summary: 'Hides a comment from its page',
      args: { id, reason: optional(textField('REASON', 'a note for the team'), '') },
      effect: 'changes',
      run: async ({ deps }, { id, reason }) => {
        if (!(await hideComment(deps.db, id, reason, deps.now()))) throw missing(id)
        return { data: { id, hidden: true }, print: ['Hidden.'], audit: { target: id } }
      },
    }),
    show: defineAction({
      summary: 'Shows a hidden or held comment',
      args: { id },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        if (!(await showComment(deps.db, id))) throw missing(id)
        return {
          data: { id, hidden: false },
          print: ['The comment is visible.'],
          audit: { target: id },
        }
      },
    }),
    block: defineAction({
      summary: 'Blocks a user from commenting; the user can still watch',
      args: { who: author },
      options: {
        reason: optional(reason, ''),
        'hide-all': flagField('also hides all earlier comments of the user'),
      },
      effect: 'changes',
      run: async ({ deps }, { who, reason, 'hide-all': hidesAll }) => {
        const user = await authorNamed(deps, who)
        const given = { userId: user.id, reason }
        const changed = await blockComments(deps.db, given, deps.now())
        const hidden = hidesAll ? await hideCommentsOf(deps.db, given, deps.now()) : 0
        return {
          data: { user: user.id, changed, hidden },
          print: [
            line`${maskedName(user)} ${changed ? 'is blocked from commenting' : 'was already blocked'}; ${counted(hidden, 'comment')} hidden.`,
          ],
          audit: { target: user.id, details: { changed, hidden } },
        }
      },
    }),
    unblock: defineAction({
      summary: 'Lets a blocked user comment again',
      args: { who: author },
      effect: 'changes',
      run: async ({ deps }, { who }) => {
        const user = await authorNamed(deps, who)
        const changed = await unblockComments(deps.db, user.id)
        return {
          data: { user: user.id, changed },
          print: [line`${maskedName(user)} ${changed ? 'may comment again' : 'was not blocked'}.`],
          audit: { target: user.id, details: { changed } },
        }
      },
    }),
    blocked: defineAction({
      summary: 'Lists users who are blocked from commenting, newest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await listCommentBlocks(deps.db)
        return {
          data: rows,
          print: [
            {
              columns: startColumns('since', 'user', 'reason'),
              rows: rows.map(({ createdAt, userId, reason }) => [createdAt, userId, reason]),
            },
          ],
        }
      },
    }),
    words: defineAction({
      summary: 'Lists the words that hold a comment back for a moderator',
      effect: 'reads',
      run: async ({ deps }) => {
        const all = await listHeldWords(deps.db)
        return {
          data: all,
          print: [...all.map(each => line`${each}`), counted(all.length, 'word')],
        }
      },
    }),
    match: defineAction({
      summary: 'Tries words against visible comments, before they are held',
      details: `Nothing changes. Hide what it finds with ./pardeh comments hide, or hold the words with ./pardeh comments hold.`,
      args: { words },
      effect: 'reads',
      run: async ({ deps }, { words }) => {
        const { matches, tried } = await tryHeldWords(deps.db, words)
        const rows = await listCommentsByIds(
          deps.db,
          matches.slice(0, MATCHES).map(({ id }) => id),
        )
        return {
          data: { tried, matched: matches.length, comments: rows },
          print: [
            ...rows.flatMap(({ id, title, text }) => [line`${id}  ${title}`, { block: text }]),
            `${counted(matches.length, 'comment')} of the newest ${counted(tried, 'visible comment')} would be held.`,
          ],
        }
      },
    }),
    hold: defineAction({
      summary: 'Holds back new comments with these words until a moderator shows them',
      details:
        'Different spellings of the same letter match. Comments that are already visible stay visible.',
      args: { words },
      effect: 'changes',
      run: async ({ deps }, { words }) => {
        const added = await addHeldWords(deps.db, words, deps.now())
        return {
          data: { words, added },
          print: [
            line`${counted(added.length, 'new word')} of ${words.length}: ${joinNames(words)}`,
          ],
          audit: { target: 'words', details: { added } },
        }
      },
    }),
    release: defineAction({
      summary: 'Removes words from the list; comments that they held back still wait',
      args: { words },
      effect: 'changes',
      run: async ({ deps }, { words }) => {
        const removed = await removeHeldWords(deps.db, words)
        return {
          data: { words, removed },
          print: [
            line`${counted(removed.length, 'word')} of ${words.length} removed: ${joinNames(words)}`,
          ],
          isIncomplete: removed.length < words.length,
          audit: { target: 'words', details: { removed } },
        }
      },
    }),
  },
} satisfies Noun

/** Finds a user by a mobile number, by the user's id, or by the id of one of the user's comments, which is what moderators see. */
async function authorNamed(deps: Pick<Deps, 'db'>, who: UserName): Promise<UserRow> {
  const userId = 'id' in who ? await findCommentAuthor(deps.db, who.id) : null
  const user = userId && (await findUserById(deps, userId))
  return user || findUser(deps, who)
}

function missing(id: string): UsageError {
  return new UsageError(line`There is no comment ${id}.`)
}
