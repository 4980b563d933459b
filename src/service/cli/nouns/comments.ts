import { HELD_WORD, OPERATOR_REASON_MAX } from '#src/contract/limits.ts'
import { counted } from '#src/lib/text/count.ts'
import {
  authorOfComment,
  blockComments,
  commentBlocksOfAll,
  hideCommentsOf,
  unblockComments,
} from '../../comments/comment-blocks.ts'
import {
  addHeldWords,
  allHeldWords,
  heldWordOf,
  removeHeldWords,
} from '../../comments/held-words.ts'
import { hideComment, listForModeration, listHeld, showComment } from '../../comments/moderation.ts'
import type { Deps } from '../../deps.ts'
import { type UserRow, userOfId } from '../../session/users.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, optional, parsed, several, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { found, maskedName, type Named, person } from '../person.ts'
import { line, names } from '../terminal.ts'

const id = word('ID', 'as list shows it')
const author = {
  ...person,
  placeholder: 'WHO',
  text: 'a mobile number, or the id of a comment or person',
}
const words = several(
  parsed('WORD', 'a word or "a phrase"; with * at its end, any ending', given => {
    const read = heldWordOf(given)
    if (read) return read
    throw new UsageError(`is to have ${HELD_WORD.min} to ${HELD_WORD.max} letters.`)
  }),
)
const reason = parsed('TEXT', 'for the team', given => {
  if (given.length <= OPERATOR_REASON_MAX) return given.trim()
  throw new UsageError(`is to have ${OPERATOR_REASON_MAX} characters at most.`)
})

export default {
  summary: 'What people wrote under titles',
  actions: {
    list: action({
      summary: 'Shows comments, the most reported first, then the newest',
      options: {
        reported: flag('only those that were reported'),
        held: flag('those that wait for a moderator, the oldest first'),
      },
      effect: 'reads',
      run: async ({ deps }, { reported, held }) => {
        if (reported && held) throw new UsageError('Give --reported or --held, not both.')
        const rows = held ? await listHeld(deps.db) : await listForModeration(deps.db, reported)
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
    hide: action({
      summary: 'Takes a comment from its page',
      args: { id, reason: optional(word('REASON', 'for the team'), '') },
      effect: 'changes',
      run: async ({ deps }, { id, reason }) => {
        if (!(await hideComment(deps.db, id, reason, deps.now()))) throw missing(id)
        return { data: { id, hidden: true }, print: ['Hidden.'], audit: { target: id } }
      },
    }),
    show: action({
      summary: 'Shows a hidden comment again, or one that was held back',
      args: { id },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        if (!(await showComment(deps.db, id))) throw missing(id)
        return { data: { id, hidden: false }, print: ['Shown again.'], audit: { target: id } }
      },
    }),
    block: action({
      summary: 'Takes no more comments of a person, who watches on',
      args: { who: author },
      options: {
        reason: optional(reason, ''),
        'hide-all': flag('also hides what the person wrote before'),
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
            line`${maskedName(user)} ${changed ? 'may not comment any more' : 'was blocked before'}; ${counted(hidden, 'comment')} hidden.`,
          ],
          audit: { target: user.id, details: { changed, hidden } },
        }
      },
    }),
    unblock: action({
      summary: 'Takes comments of the person again',
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
    blocked: action({
      summary: 'Shows who may not comment, the newest first',
      effect: 'reads',
      run: async ({ deps }) => {
        const rows = await commentBlocksOfAll(deps.db)
        return {
          data: rows,
          print: [
            {
              columns: ['since', 'person', 'reason'].map(name => ({ name })),
              rows: rows.map(({ createdAt, userId, reason }) => [createdAt, userId, reason]),
            },
          ],
        }
      },
    }),
    words: action({
      summary: 'Shows the words that hold a comment back for a moderator',
      effect: 'reads',
      run: async ({ deps }) => {
        const all = await allHeldWords(deps.db)
        return {
          data: all,
          print: [...all.map(each => line`${each}`), counted(all.length, 'word')],
        }
      },
    }),
    hold: action({
      summary:
        'Holds comments with these words back: nobody sees them until a moderator shows them',
      details: 'Spellings of one letter make no difference. What is there already stays.',
      args: { words },
      effect: 'changes',
      run: async ({ deps }, { words }) => {
        const added = await addHeldWords(deps.db, words, deps.now())
        return {
          data: { words, added },
          print: [line`${counted(added.length, 'new word')} of ${words.length}: ${names(words)}`],
          audit: { target: 'words', details: { added } },
        }
      },
    }),
    release: action({
      summary: 'Takes words from that list; what they held back still waits',
      args: { words },
      effect: 'changes',
      run: async ({ deps }, { words }) => {
        const removed = await removeHeldWords(deps.db, words)
        return {
          data: { words, removed },
          print: [
            line`${counted(removed.length, 'word')} of ${words.length} taken away: ${names(words)}`,
          ],
          isIncomplete: removed.length < words.length,
          audit: { target: 'words', details: { removed } },
        }
      },
    }),
  },
} satisfies Noun

/** Whoever reads comments knows their ids, and no number. */
async function authorNamed(deps: Pick<Deps, 'db'>, who: Named): Promise<UserRow> {
  const userId = 'id' in who ? await authorOfComment(deps.db, who.id) : null
  const user = userId && (await userOfId(deps, userId))
  return user || found(deps, who)
}

function missing(id: string): UsageError {
  return new UsageError(line`There is no comment ${id}.`)
}
