import { readSecretStatus, type SecretUse } from '../../secret/secret-status.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { endColumns } from '../framework/table.ts'

const NAMES: Record<SecretUse['kind'], string> = {
  current: 'SECRET',
  previous: 'SECRET_PREVIOUS',
  unset: 'no longer set',
  unknown: 'unknown',
}

export default {
  actions: {
    status: defineAction({
      summary:
        'Shows what still uses an earlier SECRET, and whether SECRET_PREVIOUS can be removed',
      effect: 'reads',
      run: async ({ deps }) => {
        const { uses, isPreviousNeeded, sessionDays } = await readSecretStatus(deps)
        return {
          data: {
            secrets: uses.map(({ keyId, ...use }) => ({ ...use, key_id: keyId })),
            previous_needed: isPreviousNeeded,
          },
          print: [
            {
              columns: [
                { name: 'secret' },
                { name: 'id' },
                ...endColumns('sessions', 'PINs', 'webhooks'),
              ],
              rows: uses.map(({ kind, keyId, sessions, pins, webhooks }) => [
                NAMES[kind],
                keyId,
                sessions,
                pins,
                webhooks,
              ]),
            },
            ...advice({
              uses,
              isPreviousNeeded,
              sessionDays,
              hasPrevious: deps.previousKeyIds.length > 0,
            }),
          ],
        }
      },
    }),
  },
} satisfies Noun

type Advice = {
  uses: SecretUse[]
  isPreviousNeeded: boolean
  sessionDays: number
  hasPrevious: boolean
}

function advice({ uses, isPreviousNeeded, sessionDays, hasPrevious }: Advice): string[] {
  const lost = uses.filter(({ kind }) => kind === 'unset')
  const lines = []
  if (lost.some(({ sessions, pins, webhooks }) => sessions + pins + webhooks > 0))
    lines.push(
      'Some sessions, PINs or webhooks use a secret that is no longer set, so they do not work. Add that secret to SECRET_PREVIOUS. Otherwise users must sign in again and reset their PINs by SMS, and receivers of webhooks need the secret from `./pardeh webhooks secret ID`.',
    )
  if (!hasPrevious) return [...lines, 'SECRET_PREVIOUS is not set.']
  if (!isPreviousNeeded)
    return [
      ...lines,
      'SECRET_PREVIOUS is no longer needed. Remove it one hour after all nodes have the new SECRET, when earlier links and codes have expired.',
    ]
  return [
    ...lines,
    `SECRET_PREVIOUS is needed. Sessions move to the new secret when they are used, and expire after ${sessionDays} days without use. PINs move when they are entered, or can be reset by SMS. Webhooks move when \`./pardeh webhooks secret ID\` has shown the new secret.`,
  ]
}
