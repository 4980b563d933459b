import { auditRows } from '../../audit/audit.queries.ts'
import { optional, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'

const COUNT = 50

export default {
  summary: 'What the team did: who, when and on what',
  actions: {
    list: action({
      summary: 'Shows the newest entries; nobody can change or delete one',
      options: {
        actor: optional(word('NAME', 'only of this person')),
        action: optional(word('NOUN[.VERB]', 'such as users, or users.block')),
        target: optional(word('ID', 'what was changed')),
        count: optional(whole('N', `how many (${COUNT})`, { to: 10_000 }), COUNT),
      },
      effect: 'reads',
      run: async ({ deps }, filter) => {
        const rows = await auditRows(deps.db, filter)
        return {
          data: rows,
          print: [
            {
              columns: ['time', 'actor', 'action', 'target', 'details'].map(name => ({ name })),
              rows: rows.map(({ at, actor, action, target, details }) => [
                ...[at, actor, action, target],
                JSON.stringify(details),
              ]),
            },
          ],
        }
      },
    }),
  },
} satisfies Noun
