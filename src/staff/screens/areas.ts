/** The screens that are lists of actions. The console shows a section if the role may read it. */

export type RowAction = {
  name: string
  field: string
  from: string
  isList?: true
  /** Further fields with known values. */
  also?: Readonly<Record<string, boolean>>
  /** True if the reply is saved as a table for a spreadsheet, at once. */
  saves?: true
  /** The key of a label that differs from that of the action. */
  label?: string
}

export type Section = {
  /** The action whose data the section shows. */
  reads: string
  fields?: Record<string, string | boolean>
  /** The columns of the list, if it has more than a narrow window shows. */
  columns?: readonly string[]
  /** Actions above the list. */
  actions?: readonly string[]
  /** Actions of a row: `field` of the action takes `from` of the row. */
  rowActions?: readonly RowAction[]
}
export type AreaShape = { name: string; sections: readonly Section[] }

export const AREAS: readonly AreaShape[] = [
  {
    name: 'sales',
    sections: [
      {
        reads: 'packages.list',
        columns: [
          'id',
          'title',
          'price',
          'discount',
          'total',
          'next_price',
          'next_from',
          'days',
          'renewal',
        ],
        actions: ['packages.apply', 'packages.export'],
        rowActions: [
          { name: 'packages.price', field: 'id', from: 'id' },
          { name: 'packages.retire', field: 'id', from: 'id', isList: true },
        ],
      },
      {
        reads: 'voucher.list',
        columns: ['batch', 'kind', 'worth', 'used', 'uses', 'endsAt', 'codes', 'packageId'],
        actions: ['voucher.create', 'voucher.use'],
        rowActions: [
          { name: 'voucher.use', field: 'batch', from: 'batch' },
          {
            name: 'voucher.list',
            field: 'batch',
            from: 'batch',
            also: { csv: true },
            saves: true,
            label: 'staff.partnerFile',
          },
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
          { name: 'survey.results', field: 'ref', from: 'ref', also: { csv: false } },
          { name: 'survey.end', field: 'ref', from: 'ref' },
        ],
      },
      {
        reads: 'sms.campaigns',
        columns: [
          'text',
          'segment',
          'days',
          'package',
          'testedAt',
          'sentAt',
          'recipients',
          'sent',
          'failed',
          'waiting',
        ],
        actions: ['sms.campaign'],
        rowActions: [
          { name: 'sms.test', field: 'id', from: 'id' },
          { name: 'sms.send', field: 'id', from: 'id' },
          { name: 'sms.stop', field: 'id', from: 'id' },
        ],
      },
    ],
  },
  {
    name: 'schedule',
    sections: [{ reads: 'schedule.list', actions: ['schedule.set'] }],
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
        columns: ['name', 'email', 'role', 'lastSeenAt', 'sessions', 'activeSince'],
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
