import { counted } from '#src/lib/text/count.ts'
import type { Finding } from '../../doctor/check.ts'
import { examine } from '../../doctor/doctor.ts'
import { optional, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

export default {
  summary: 'Checks the whole installation',
  only: action({
    summary: 'Checks the whole installation: settings, servers, providers, disk, certificates',
    details:
      'It changes nothing, sends no message and makes no payment. It ends with 1 when a check fails; warnings leave it at 0.\nEach check has 5 seconds. Run it on each node, as the user of the node and with its settings.',
    options: {
      nodes: optional(whole('N', 'how many nodes share the database (1)', { to: 1_000 }), 1),
      backups: optional(
        word('DIR', 'the folder of the backups (BACKUP_DIR): how old is the newest?'),
      ),
    },
    effect: 'reads',
    transaction: 'none',
    run: async (_, { nodes, backups }) => {
      const findings = await examine({ nodes, backups: backups ?? undefined })
      const count = (status: Finding['status']) =>
        findings.filter(finding => finding.status === status).length
      return {
        data: {
          checks: findings,
          ok: count('ok'),
          warn: count('warn'),
          fail: count('fail'),
        },
        print: [
          {
            columns: [{ name: '' }, { name: 'check' }, { name: 'found' }],
            rows: findings.map(({ status, name, found }) => [status, name, found]),
          },
          ...adviceOf(findings),
          `${counted(findings.length, 'check')}, ${counted(count('warn'), 'warning')}, ${counted(count('fail'), 'failure')}`,
        ],
        isIncomplete: count('fail') > 0,
      }
    },
  }),
} satisfies Noun

/** Each advice once. */
function adviceOf(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(finding =>
    finding.status === 'ok' ? [] : [line`${finding.name}: ${finding.advice}`],
  )
  return [...new Set(lines)]
}
