import { hideComment, listForModeration, showComment } from '../../comments/moderation.ts'
import { UsageError } from '../framework/errors.ts'
import { flag, optional, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

const id = word('ID', 'as list shows it')

export default {
  summary: 'What people wrote under titles',
  actions: {
    list: action({
      summary: 'Shows comments, the most reported first, then the newest',
      options: { reported: flag('only those that were reported') },
      effect: 'reads',
      run: async ({ deps }, { reported }) => {
        const rows = await listForModeration(deps.db, reported)
        return {
          data: rows,
          print: [
            ...rows.flatMap(({ id, reports, title, text }) => [
              line`${id}  ${reports} report(s)  ${title}`,
              { block: text },
            ]),
            `${rows.length} comment(s)`,
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
      summary: 'Shows a hidden comment again',
      args: { id },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        if (!(await showComment(deps.db, id))) throw missing(id)
        return { data: { id, hidden: false }, print: ['Shown again.'], audit: { target: id } }
      },
    }),
  },
} satisfies Noun

function missing(id: string): UsageError {
  return new UsageError(line`There is no comment ${id}.`)
}
