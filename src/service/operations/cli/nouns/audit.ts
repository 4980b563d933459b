import { listAuditEntries } from '../../audit/audit.queries.ts'
import { integerField, optional, textField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'

const COUNT = 50

export default {
  actions: {
    list: defineAction({
      summary: 'Shows the newest entries; entries cannot be changed or deleted',
      options: {
        actor: optional(textField('NAME', 'only entries of this person')),
        action: optional(
          textField('NOUN[.VERB]', 'only this action, such as users or users.block'),
        ),
        target: optional(textField('ID', 'only entries about this target')),
        count: optional(integerField('N', `how many entries (${COUNT})`, { to: 10_000 }), COUNT),
      },
      effect: 'reads',
      run: async ({ deps }, filter) => {
        const rows = await listAuditEntries(deps.db, filter)
        return {
          data: rows,
          print: [
            {
              columns: startColumns('time', 'actor', 'action', 'target', 'details'),
              rows: rows.map(({ at, actor, action, target, details }) => [
                at,
                actor,
                action,
                target,
                JSON.stringify(details),
              ]),
            },
          ],
        }
      },
    }),
  },
} satisfies Noun
