/** The screens that are lists of actions. The console shows a section if the role may read it. */

export type Section = {
  /** The action whose data the section shows. */
  reads: string
  fields?: Record<string, string | boolean>
  /** The columns of the list, if it has more than a narrow window shows. */
  columns?: readonly string[]
  /** Actions above the list. */
  actions?: readonly string[]
  /** Actions of a row: `field` of the action takes `from` of the row. */
  rowActions?: readonly { name: string; field: string; from: string; isList?: true }[]
}
export type AreaShape = { name: string; sections: readonly Section[] }

export const AREAS: readonly AreaShape[] = [
  {
    name: 'sales',
    sections: [
      {
        reads: 'packages.list',
        columns: ['id', 'title', 'days', 'price', 'discount', 'total', 'renewal', 'sold'],
        actions: ['packages.apply', 'packages.export'],
        rowActions: [{ name: 'packages.retire', field: 'id', from: 'id', isList: true }],
      },
      {
        reads: 'voucher.list',
        columns: ['batch', 'kind', 'worth', 'packageId', 'codes', 'uses', 'used', 'endsAt'],
        actions: ['voucher.create', 'voucher.use'],
        rowActions: [
          { name: 'voucher.use', field: 'batch', from: 'batch' },
          { name: 'voucher.revoke', field: 'batch', from: 'batch' },
        ],
      },
    ],
  },
  {
    name: 'refunds',
    sections: [
      {
        reads: 'refunds.list',
        rowActions: [{ name: 'refunds.done', field: 'payment', from: 'payment' }],
      },
    ],
  },
  {
    name: 'messages',
    sections: [
      { reads: 'message.show', actions: ['message.set', 'message.clear'] },
      {
        reads: 'survey.list',
        actions: ['survey.create'],
        rowActions: [
          { name: 'survey.results', field: 'ref', from: 'ref' },
          { name: 'survey.end', field: 'ref', from: 'ref' },
        ],
      },
    ],
  },
  {
    name: 'schedule',
    sections: [
      { reads: 'schedule.list', actions: ['schedule.set'] },
      { reads: 'home.export', actions: ['home.apply', 'home.feature', 'home.unfeature'] },
    ],
  },
  {
    name: 'live',
    sections: [
      {
        reads: 'live.list',
        actions: ['live.add', 'live.status'],
        rowActions: [
          { name: 'live.show', field: 'title', from: 'title' },
          { name: 'live.set', field: 'title', from: 'title' },
          { name: 'live.guide', field: 'title', from: 'title' },
          { name: 'live.remove', field: 'title', from: 'title' },
        ],
      },
    ],
  },
  {
    name: 'answers',
    sections: [
      {
        reads: 'support.templates',
        actions: ['support.template'],
        rowActions: [{ name: 'support.template', field: 'name', from: 'name' }],
      },
      { reads: 'sms.list', actions: ['sms.retry'] },
    ],
  },
  {
    name: 'team',
    sections: [
      {
        reads: 'staff.list',
        columns: ['name', 'email', 'role', 'activeSince', 'sessions', 'lastSeenAt'],
        actions: ['staff.invite'],
        rowActions: [
          { name: 'staff.set-role', field: 'email', from: 'email' },
          { name: 'staff.end-sessions', field: 'email', from: 'email' },
          { name: 'staff.remove', field: 'email', from: 'email' },
        ],
      },
    ],
  },
  {
    name: 'jobs',
    sections: [
      { reads: 'jobs.list' },
      {
        reads: 'jobs.failed',
        actions: ['jobs.retry'],
        rowActions: [{ name: 'jobs.retry', field: 'id', from: 'id', isList: true }],
      },
      {
        reads: 'webhooks.list',
        actions: ['webhooks.add', 'webhooks.deliveries'],
        rowActions: [
          { name: 'webhooks.test', field: 'id', from: 'id' },
          { name: 'webhooks.secret', field: 'id', from: 'id' },
          { name: 'webhooks.remove', field: 'id', from: 'id' },
        ],
      },
    ],
  },
]
