import { type SecretUse, secretStatus } from '../../secret/secret-status.ts'
import { action, type Noun } from '../framework/noun.ts'

const NAMES: Record<SecretUse['kind'], string> = {
  current: 'SECRET',
  previous: 'SECRET_PREVIOUS',
  unset: 'set no more',
  unknown: 'not noted',
}

export default {
  summary: 'A change of SECRET (docs/secret.md)',
  actions: {
    status: action({
      summary: 'Shows what still hangs on an earlier SECRET, and whether SECRET_PREVIOUS may go',
      effect: 'reads',
      run: async ({ deps }) => {
        const { uses, isPreviousNeeded, sessionDays } = await secretStatus(deps)
        return {
          data: {
            secrets: uses.map(({ keyId, ...use }) => ({ ...use, key_id: keyId })),
            previous_needed: isPreviousNeeded,
          },
          print: [
            {
              columns: [
                ...[{ name: 'secret' }, { name: 'id' }],
                ...['sessions', 'PINs', 'webhooks'].map(name => ({ name, align: 'end' as const })),
              ],
              rows: uses.map(({ kind, keyId, sessions, pins, webhooks }) => [
                ...[NAMES[kind], keyId, sessions, pins, webhooks],
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
      'What hangs on a secret that is set no more cannot be used: put that secret into SECRET_PREVIOUS, or leave it: people sign in again, set their PIN anew by SMS, and receivers of webhooks need `npm run webhooks -- secret ID`.',
    )
  if (!hasPrevious) return [...lines, 'SECRET_PREVIOUS is not set.']
  if (!isPreviousNeeded)
    return [
      ...lines,
      'SECRET_PREVIOUS is no longer needed, once an hour has passed since all nodes have SECRET: links and codes of before are over then.',
    ]
  return [
    ...lines,
    `SECRET_PREVIOUS is needed. Sessions are renewed when they are used, and over after ${sessionDays} days without use; PINs are renewed when they are entered, and can be set anew by SMS; webhooks when \`npm run webhooks -- secret ID\` has shown the new secret.`,
  ]
}
