/**
 * The one table of what each role of the team may do in the console. `npm run docs` prints it in docs/permissions.md, and
 * tests/service/operations/console/roles.test.ts calls every action as every role.
 */
import { STAFF_ROLES } from '../../platform/db/schema/staff.ts'

export type StaffRole = (typeof STAFF_ROLES)[number]

/** Actions that belong to the machine: they read or write its files, stop the site, or need a secret of it. */
const TERMINAL = 'terminal'
/** An administrator may do whatever the console offers, so the lists name only the other roles. */
type Roles = readonly Exclude<StaffRole, 'admin'>[] | typeof TERMINAL

const ADMIN: Roles = []
const EDITOR: Roles = ['editor']
const SUPPORT: Roles = ['support']
const MARKETING: Roles = ['marketing']
const FINANCE: Roles = ['finance']

export const ACTION_ROLES: Readonly<Record<string, Roles>> = {
  'catalogue.list': ['editor', 'support', 'finance', 'marketing'],
  'catalogue.show': ['editor', 'support', 'finance', 'marketing'],
  'catalogue.categories': ['editor', 'marketing'],
  'catalogue.order-categories': EDITOR,
  'catalogue.import': EDITOR,
  'catalogue.columns': EDITOR,
  'catalogue.export': ['editor', 'marketing'],
  'catalogue.patch': EDITOR,
  'catalogue.picture': EDITOR,
  'catalogue.remove': EDITOR,
  'catalogue.restore': EDITOR,
  'import.run': EDITOR,
  'schedule.list': ['editor', 'marketing'],
  'schedule.set': EDITOR,
  'video.check': EDITOR,
  'video.list': EDITOR,
  'video.cancel': EDITOR,
  'video.retry': EDITOR,
  'captions.list': EDITOR,
  'captions.set': EDITOR,
  'captions.shift': EDITOR,
  'captions.remove': EDITOR,
  'live.list': ['editor', 'support'],
  'live.show': ['editor', 'support'],
  'live.status': ['editor', 'support'],
  'live.add': ADMIN,
  'live.set': ADMIN,
  'live.guide': EDITOR,
  'live.publish': EDITOR,
  'live.remove': ADMIN,
  'home.init': ['editor', 'marketing'],
  'home.apply': ['editor', 'marketing'],
  'home.planned': ['editor', 'marketing'],
  'home.withdraw': ['editor', 'marketing'],
  'home.export': ['editor', 'marketing'],
  'home.preview': ['editor', 'marketing'],
  'home.feature': ['editor', 'marketing'],
  'home.unfeature': ['editor', 'marketing'],
  'message.set': MARKETING,
  'message.apply': MARKETING,
  'message.show': ['editor', 'support', 'marketing'],
  'message.clear': MARKETING,
  'survey.create': MARKETING,
  'survey.list': MARKETING,
  'survey.end': MARKETING,
  'survey.results': MARKETING,
  'packages.list': ['support', 'finance', 'marketing'],
  'packages.export': ['finance', 'marketing'],
  'packages.apply': FINANCE,
  'packages.price': FINANCE,
  'packages.init': TERMINAL,
  'packages.retire': FINANCE,
  'voucher.create': MARKETING,
  'voucher.list': ['support', 'finance', 'marketing'],
  'voucher.use': ['support', 'finance', 'marketing'],
  'voucher.revoke': MARKETING,
  'payments.list': ['support', 'finance'],
  'payments.show': ['support', 'finance'],
  'payments.refund': FINANCE,
  'payments.recheck': ['support', 'finance'],
  'refunds.list': ['support', 'finance'],
  'refunds.done': FINANCE,
  'report.run': FINANCE,
  'users.show': SUPPORT,
  'users.access': SUPPORT,
  'users.grant': SUPPORT,
  'users.cancel': SUPPORT,
  'users.end-sessions': SUPPORT,
  'users.block': SUPPORT,
  'users.unblock': SUPPORT,
  'users.blocked': SUPPORT,
  'users.carrier': SUPPORT,
  'users.export': ADMIN,
  'users.erase': SUPPORT,
  'support.list': SUPPORT,
  'support.next': SUPPORT,
  'support.show': SUPPORT,
  'support.answer': SUPPORT,
  'support.note': SUPPORT,
  'support.assign': SUPPORT,
  'support.close': SUPPORT,
  'support.templates': SUPPORT,
  'support.template': SUPPORT,
  'comments.list': ['editor', 'support'],
  'comments.hide': ['editor', 'support'],
  'comments.show': ['editor', 'support'],
  'comments.block': SUPPORT,
  'comments.unblock': SUPPORT,
  'comments.blocked': SUPPORT,
  'comments.words': ['editor', 'support'],
  'comments.match': ['editor', 'support'],
  'comments.hold': ['editor', 'support'],
  'comments.release': ['editor', 'support'],
  'audit.list': ADMIN,
  'sms.list': SUPPORT,
  'sms.retry': SUPPORT,
  'sms.campaign': MARKETING,
  'sms.test': MARKETING,
  'sms.send': MARKETING,
  'sms.stop': MARKETING,
  'sms.campaigns': MARKETING,
  'webhooks.list': ADMIN,
  'webhooks.add': ADMIN,
  'webhooks.secret': ADMIN,
  'webhooks.remove': ADMIN,
  'webhooks.test': ADMIN,
  'webhooks.deliveries': ADMIN,
  'webhooks.retry': ADMIN,
  'jobs.list': ADMIN,
  'jobs.failed': ADMIN,
  'jobs.retry': ADMIN,
  'staff.invite': ADMIN,
  'staff.list': ADMIN,
  'staff.set-role': ADMIN,
  'staff.end-sessions': ADMIN,
  'staff.remove': ADMIN,
  'backup.run': TERMINAL,
  'brand.show': TERMINAL,
  'brand.check': TERMINAL,
  'brand.init': TERMINAL,
  'brand.icons': TERMINAL,
  'doctor.run': TERMINAL,
  'ingest.run': TERMINAL,
  'media.copy': TERMINAL,
  'media.clean': TERMINAL,
  'networks.make': TERMINAL,
  'networks.find': TERMINAL,
  'restore.run': TERMINAL,
  'retention.run': TERMINAL,
  'secret.status': TERMINAL,
  'upgrade.run': TERMINAL,
}

/** Actions without `destroys` that need a reason all the same, because a person or the public notices them. */
const WITH_REASON = ['catalogue.remove', 'users.block', 'staff.remove']
/** Actions that only begin when a second member of the team approves them. */
const WITH_SECOND_PERSON = ['users.erase']

export type ActionRef = { noun: string; verb: string }

export function mayDo(role: StaffRole, { noun, verb }: ActionRef): boolean {
  const roles = ACTION_ROLES[`${noun}.${verb}`]
  if (roles === undefined || roles === TERMINAL) return false
  return role === 'admin' || roles.includes(role)
}

export function needsReason({ noun, verb }: ActionRef, effect: string): boolean {
  return effect === 'destroys' || WITH_REASON.includes(`${noun}.${verb}`)
}

export function needsSecondPerson({ noun, verb }: ActionRef): boolean {
  return WITH_SECOND_PERSON.includes(`${noun}.${verb}`)
}

/** Returns the table for docs/permissions.md. */
export function rolesTable(): string {
  const rows = Object.entries(ACTION_ROLES).map(([name, roles]) => {
    const [noun = '', verb = ''] = name.split('.')
    const marks = STAFF_ROLES.map(role => (mayDo(role, { noun, verb }) ? 'yes' : ''))
    const also = roles === TERMINAL ? 'only in the terminal' : remark({ noun, verb })
    return `| \`${name}\` | ${marks.join(' | ')} | ${also} |`
  })
  return [
    `| action | ${STAFF_ROLES.join(' | ')} | also |`,
    `|---|${STAFF_ROLES.map(() => '---|').join('')}---|`,
    ...rows,
    '',
  ].join('\n')
}

function remark(action: ActionRef): string {
  return needsSecondPerson(action) ? 'an administrator must approve it' : ''
}
