import { counted } from '#src/lib/text/count.ts'
import { newId } from '../../ids.ts'
import { postMessage } from '../../webhooks/deliver.ts'
import {
  DELIVERY_STATES,
  type Delivery,
  deliveriesFor,
  requeueDeliveries,
} from '../../webhooks/deliveries.queries.ts'
import {
  addEndpoint,
  allEndpoints,
  endpointById,
  noteShownSecret,
  removeEndpoint,
  urlProblem,
} from '../../webhooks/endpoints.ts'
import { WEBHOOK_TYPES } from '../../webhooks/events.ts'
import { secretOf } from '../../webhooks/signature.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, flag, optional, parsed, several, whole, word } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line, names } from '../terminal.ts'

const id = word('ID', 'of the endpoint, as list shows it')
const endpoint = optional(word('ID', 'only of this endpoint'))
const type = choice('TYPE', 'only of this type', WEBHOOK_TYPES)
const events = parsed('TYPES', `what it gets, with commas: ${WEBHOOK_TYPES.join(', ')}`, given =>
  given.split(',').map(name => {
    const found = WEBHOOK_TYPES.find(type => type === name.trim())
    if (found) return found
    throw new UsageError(`is to name these: ${WEBHOOK_TYPES.join(', ')}.`)
  }),
)

export default {
  summary: 'Events for other systems, sent by HTTP as docs/webhooks.md tells',
  actions: {
    list: action({
      summary: 'Shows where events are sent',
      effect: 'reads',
      run: async ({ deps }) => {
        const all = await allEndpoints(deps.db)
        return {
          data: all.map(({ isInternal, createdAt, keyId: _, ...endpoint }) => ({
            ...{ ...endpoint, is_internal: isInternal, created_at: createdAt },
          })),
          print: [
            {
              columns: ['id', 'since', 'events', 'url'].map(name => ({ name })),
              rows: all.map(({ id, createdAt, events, url }) => [
                ...[id, createdAt, events?.join(', ') ?? 'all', url],
              ]),
            },
            counted(all.length, 'endpoint'),
          ],
        }
      },
    }),
    add: action({
      summary: 'Sends what happens from now on to a URL, and shows its secret',
      args: { url: word('URL', 'such as https://crm.example.com/pardeh') },
      options: {
        events: optional(events),
        internal: flag('it is in your own network: its address may be private, without TLS'),
      },
      effect: 'changes',
      run: async ({ deps, isDryRun }, { url, events, internal: isInternal }) => {
        const problem = urlProblem(url, isInternal)
        if (problem) throw new UsageError(`Events cannot be sent there: ${problem}.`)
        const added = await addEndpoint(deps, { url, events, isInternal })
        if (!added) throw new UsageError('Events are sent there already.')
        // A dry run's endpoint will not exist, so neither will its secret.
        const secret = isDryRun ? null : secretOf(deps, added.id)
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
    secret: action({
      summary: 'Shows the secret of an endpoint again, after SECRET was changed',
      args: { id },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        const endpoint = await noteShownSecret(deps, id)
        if (!endpoint) throw missing(id)
        const secret = secretOf(deps, id)
        return {
          data: { id, url: endpoint.url, secret },
          print: [line`The secret of ${endpoint.url}:`, secret],
          audit: { target: id, details: { host: new URL(endpoint.url).host } },
        }
      },
    }),
    remove: action({
      summary: 'Sends nothing there any more, and deletes its log',
      args: { id },
      effect: 'destroys',
      run: async ({ deps }, { id }) => {
        const removed = await removeEndpoint(deps.db, id)
        if (!removed) throw missing(id)
        return {
          data: { id, url: removed.url },
          print: [line`Nothing is sent to ${removed.url} any more.`],
          audit: { target: id, details: { host: new URL(removed.url).host } },
        }
      },
    }),
    test: action({
      summary: 'Sends webhook.test to an endpoint at once, and shows what it answered',
      args: { id },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, service, isDryRun }, { id }) => {
        const endpoint = await endpointById(deps.db, id)
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
    deliveries: action({
      summary: 'Shows what was sent, waits or was given up, the newest first',
      options: {
        state: optional(choice('STATE', 'only of this state', DELIVERY_STATES)),
        endpoint,
        type: optional(type),
        count: optional(whole('COUNT', 'how many at most', { to: 10_000 }), 50),
      },
      effect: 'reads',
      run: async ({ deps }, filter) => {
        const rows = await deliveriesFor(deps.db, filter)
        return {
          data: rows.map(dataOf),
          print: [
            {
              columns: ['event', 'type', 'endpoint', 'happened', 'state', 'attempts', 'answer'].map(
                name => ({ name }),
              ),
              rows: rows.map(row => [
                ...[row.eventId, row.event.type, row.endpointId, row.createdAt, stateOf(row)],
                ...[row.attempts, row.status ? String(row.status) : row.failure],
              ]),
            },
            counted(rows.length, 'event'),
          ],
        }
      },
    }),
    retry: action({
      summary: 'Sends what was given up again, with all its attempts',
      args: { event: optional(several(word('EVENT', 'as deliveries shows them')), []) },
      options: { all: flag('all of them'), endpoint },
      effect: 'changes',
      run: async ({ deps }, { event: events, all, endpoint }) => {
        if (all === events.length > 0) throw new UsageError('Give the events, or --all.')
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
            ...(missing.length > 0 ? [`These were not given up: ${names(missing)}`] : []),
          ],
          isIncomplete: missing.length > 0,
          audit: { target: endpoint ?? 'webhooks', details: { count: due.length } },
        }
      },
    }),
  },
} satisfies Noun

async function known({ db }: CommandDeps, id: string | null): Promise<void> {
  if (id !== null && !(await endpointById(db, id))) throw missing(id)
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
    ...{ event: eventId, type: event.type, endpoint: endpointId, data: event.data },
    ...{ created_at: createdAt, state: stateOf(row), attempts, status, failure },
    ...{ sent_at: sentAt, dead_at: deadAt, next_attempt_at: row.nextAttemptAt },
  }
}
