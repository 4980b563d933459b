import { counted } from '#src/lib/text/count.ts'
import type { Finding } from '../../doctor/check.ts'
import { runDoctor } from '../../doctor/doctor.ts'
import { fileField, integerField, optional } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

export default {
  only: defineAction({
    summary: 'Checks the whole installation: settings, servers, providers, disk and certificates',
    details:
      'It changes nothing, sends no message and makes no payment. The exit code is 1 if a check fails; warnings leave it at 0.\nEach check may take 5 seconds. Run it on each node, as the user of the node and with its settings.',
    options: {
      nodes: optional(integerField('N', 'how many nodes share the database (1)', { to: 1_000 }), 1),
      backups: optional(
        fileField('DIR', 'the folder of the backups, to check the age of the newest (BACKUP_DIR)'),
      ),
    },
    effect: 'reads',
    transaction: 'none',
    run: async (_, { nodes, backups }) => {
      const findings = await runDoctor({ nodes, backups: backups ?? undefined })
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

/** Returns each piece of advice once. */
function adviceOf(findings: readonly Finding[]): string[] {
  const lines = findings.flatMap(finding =>
    finding.status === 'ok' ? [] : [line`${finding.name}: ${finding.advice}`],
  )
  return [...new Set(lines)]
}
