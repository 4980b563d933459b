import { counted } from '#src/lib/text/count.ts'
import { newId } from '../../../platform/ids.ts'
import { postMessage } from '../../../platform/webhooks/deliver.ts'
import {
  DELIVERY_STATES,
  type Delivery,
  listDeliveries,
  requeueDeliveries,
} from '../../../platform/webhooks/deliveries.queries.ts'
import {
  addWebhookEndpoint,
  findWebhookEndpoint,
  listWebhookEndpoints,
  noteShownSecret,
  removeWebhookEndpoint,
  webhookUrlProblem,
} from '../../../platform/webhooks/endpoints.ts'
import { WEBHOOK_TYPES } from '../../../platform/webhooks/events.ts'
import { webhookSecret } from '../../../platform/webhooks/signature.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { UsageError } from '../framework/errors.ts'
import {
  choiceField,
  flagField,
  integerField,
  optional,
  parsedField,
  repeatedField,
  textField,
} from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { startColumns } from '../framework/table.ts'
import { joinNames, line } from '../terminal.ts'

const id = textField('ID', 'the id of the endpoint')
const endpoint = optional(textField('ID', 'only deliveries to this endpoint'))
const type = choiceField('TYPE', 'only events of this type', WEBHOOK_TYPES)
const events = parsedField(
  'TYPES',
  `the events to send, separated by commas: ${WEBHOOK_TYPES.join(', ')}`,
  given =>
    given.split(',').map(name => {
      const found = WEBHOOK_TYPES.find(type => type === name.trim())
      if (found) return found
      throw new UsageError(`write one or more of ${WEBHOOK_TYPES.join(', ')}.`)
    }),
)

export default {
  actions: {
    list: defineAction({
      summary: 'Lists the endpoints that receive events',
      effect: 'reads',
      run: async ({ deps }) => {
        const all = await listWebhookEndpoints(deps.db)
        return {
          data: all.map(({ isInternal, createdAt, keyId: _, ...endpoint }) => ({
            ...endpoint,
            is_internal: isInternal,
            created_at: createdAt,
          })),
          print: [
            {
              columns: startColumns('id', 'since', 'events', 'url'),
              rows: all.map(({ id, createdAt, events, url }) => [
                id,
                createdAt,
                events?.join(', ') ?? 'all',
                url,
              ]),
            },
            counted(all.length, 'endpoint'),
          ],
        }
      },
    }),
    add: defineAction({
      summary: 'Sends future events to a URL and shows its secret',
      args: {
        url: textField(
          'URL',
          'the address that receives events, such as https://crm.example.com/pardeh',
        ),
      },
      options: {
        events: optional(events),
        internal: flagField(
          'allows a private address without TLS, for a receiver in your own network',
        ),
      },
      effect: 'changes',
      run: async ({ deps, isDryRun }, { url, events, internal: isInternal }) => {
        const problem = webhookUrlProblem(url, isInternal)
        if (problem) throw new UsageError(`Events cannot be sent to this URL: ${problem}.`)
        const added = await addWebhookEndpoint(deps, { url, events, isInternal })
        if (!added) throw new UsageError('Events are already sent to this URL.')
        // A dry run creates no endpoint, so it has no secret.
        const secret = isDryRun ? null : webhookSecret(deps, added.id)
        return {
          data: { id: added.id, url: added.url, events: added.events, secret },
          print: [
            line`Events are sent to ${added.url} from now on. The endpoint is ${added.id}.`,
            ...(secret ? [`Its secret: ${secret}`] : []),
          ],
          audit: { target: added.id, details: { host: new URL(added.url).host, events } },
        }
      },
    }),
    secret: defineAction({
      summary: 'Shows the secret of an endpoint again, after SECRET was changed',
      args: { id },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        const endpoint = await noteShownSecret(deps, id)
        if (!endpoint) throw missing(id)
        const secret = webhookSecret(deps, id)
        return {
          data: { id, url: endpoint.url, secret },
          print: [line`The secret of ${endpoint.url}:`, secret],
          audit: { target: id, details: { host: new URL(endpoint.url).host } },
        }
      },
    }),
    remove: defineAction({
      summary: 'Stops sending events to an endpoint and deletes its log',
      args: { id },
      effect: 'destroys',
      run: async ({ deps }, { id }) => {
        const removed = await removeWebhookEndpoint(deps.db, id)
        if (!removed) throw missing(id)
        return {
          data: { id, url: removed.url },
          print: [line`Events are no longer sent to ${removed.url}.`],
          audit: { target: id, details: { host: new URL(removed.url).host } },
        }
      },
    }),
    test: defineAction({
      summary: 'Sends webhook.test to an endpoint at once and shows the answer',
      args: { id },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, service, isDryRun }, { id }) => {
        const endpoint = await findWebhookEndpoint(deps.db, id)
        if (!endpoint) throw missing(id)
        const { url } = endpoint
        if (isDryRun) return { data: { url }, print: [line`webhook.test would be sent to ${url}.`] }
        const message = { id: newId(), type: 'webhook.test', data: {}, createdAt: deps.now() }
        const { status, failure } = await postMessage(await service(), endpoint, message)
        return {
          data: { url, status, failure },
          print: [
            failure === null
              ? line`${url} accepted webhook.test with ${status}.`
              : line`${url} did not accept webhook.test: ${status ?? failure}.`,
          ],
          isIncomplete: failure !== null,
          audit: { target: id, details: { status, failure } },
        }
      },
    }),
    deliveries: defineAction({
      summary: 'Lists sent, waiting and failed events, newest first',
      options: {
        state: optional(choiceField('STATE', 'only events in this state', DELIVERY_STATES)),
        endpoint,
        type: optional(type),
        count: optional(integerField('COUNT', 'how many events (50)', { to: 10_000 }), 50),
      },
      effect: 'reads',
      run: async ({ deps }, filter) => {
        const rows = await listDeliveries(deps.db, filter)
        return {
          data: rows.map(dataOf),
          print: [
            {
              columns: startColumns(
                'event',
                'type',
                'endpoint',
                'happened',
                'state',
                'attempts',
                'answer',
              ),
              rows: rows.map(row => [
                row.eventId,
                row.event.type,
                row.endpointId,
                row.createdAt,
                stateOf(row),
                row.attempts,
                row.status ? String(row.status) : row.failure,
              ]),
            },
            counted(rows.length, 'event'),
          ],
        }
      },
    }),
    retry: defineAction({
      summary: 'Sends failed events again, with the full number of attempts',
      args: {
        event: optional(
          repeatedField(textField('EVENT', 'ids that ./pardeh webhooks deliveries shows')),
          [],
        ),
      },
      options: { all: flagField('all failed events'), endpoint },
      effect: 'changes',
      run: async ({ deps }, { event: events, all, endpoint }) => {
        if (all === events.length > 0) throw new UsageError('Give ids of events, or --all.')
        await known(deps, endpoint)
        const due = await requeueDeliveries(deps, { events: all ? null : events, endpoint })
        const missing = events.filter(id => !due.some(({ eventId }) => eventId === id))
        return {
          data: {
            deliveries: due.map(({ eventId, endpointId }) => ({
              event: eventId,
              endpoint: endpointId,
            })),
            missing,
          },
          print: [
            `${counted(due.length, 'event')} will be sent within a minute.`,
            ...(missing.length > 0 ? [`No failed event has these ids: ${joinNames(missing)}`] : []),
          ],
          isIncomplete: missing.length > 0,
          audit: { target: endpoint ?? 'webhooks', details: { count: due.length } },
        }
      },
    }),
  },
} satisfies Noun

async function known({ db }: CommandDeps, id: string | null): Promise<void> {
  if (id !== null && !(await findWebhookEndpoint(db, id))) throw missing(id)
}

function missing(id: string): UsageError {
  return new UsageError(line`There is no endpoint ${id}.`)
}

function stateOf({ sentAt, deadAt }: Delivery): (typeof DELIVERY_STATES)[number] {
  return sentAt ? 'sent' : deadAt ? 'dead' : 'waiting'
}

function dataOf(row: Delivery) {
  const { eventId, endpointId, event, createdAt, attempts, status, failure, sentAt, deadAt } = row
  return {
    event: eventId,
    type: event.type,
    endpoint: endpointId,
    data: event.data,
    created_at: createdAt,
    state: stateOf(row),
    attempts,
    status,
    failure,
    sent_at: sentAt,
    dead_at: deadAt,
    next_attempt_at: row.nextAttemptAt,
  }
}
