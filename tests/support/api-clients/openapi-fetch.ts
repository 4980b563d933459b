/** The journey with openapi-fetch and the types of openapi-typescript. The test generates the types beside a copy of this file. */
import createClient from 'openapi-fetch'
import { type JourneyInput, type JourneyResult, requestSegment } from './journey.ts'
import type { paths } from './types.ts'

type Reply<T> = { data?: T; error?: { meta: { operation_result: string } } }

function required<T extends { data: unknown }>({ data, error }: Reply<T>): T['data'] {
  if (data === undefined) throw new Error(error?.meta.operation_result ?? 'no reply')
  return data.data
}

export async function makeJourney(input: JourneyInput): Promise<JourneyResult> {
  const headers: Record<string, string> = { 'Accept-Language': 'en', 'Device-Id': 'journey-1' }
  const api = createClient<paths>({ baseUrl: input.baseUrl })
  api.use({
    onRequest({ request }) {
      for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
      return request
    },
  })
  const path = { msisdn: input.msisdn }
  const { tracker_id } = required(
    await api.GET('/access-token/users/{msisdn}/otp', { params: { path } }),
  )
  const login = required(
    await api.POST('/access-token/users/{msisdn}/otp', {
      params: { path },
      body: {
        otp: await input.readCode(),
        tracker_id,
        device: { unique_identifier: 'journey-of-openapi-fetch', platform: 'android' },
      },
    }),
  )
  headers.Authorization = `Bearer ${login.access_token}`
  const { items: profiles } = required(await api.GET('/users/profile'))
  const { profile_access_token } = required(
    await api.POST('/users/profile/switch', {
      body: { profile_id: profiles[0]?.id ?? '', pin: '' },
    }),
  )
  headers['Profile-Token'] = profile_access_token

  const home = required(await api.GET('/widgets/personal-home-page'))
  const results = required(await api.GET('/search', { params: { query: { query: input.query } } }))
  const title = required(
    await api.GET('/video-contents/{short_id}', { params: { path: { short_id: input.film } } }),
  )
  required(await api.POST('/users/_self/bookmarks', { body: { video_content_id: title.id } }))
  const bookmarks = required(await api.GET('/users/_self/bookmarks'))

  const file = { id: title.id, fileId: title.video_files.primary?.video_file_id ?? '' }
  const play = () =>
    api.GET('/video-contents/{id}/files/{fileId}/{use}', {
      params: { path: { ...file, use: 'play' }, query: { client: 'native' } },
    })
  const refused = await play()
  const isRefusedBeforePurchase = refused.error?.meta.operation_result === 'subscription_required'

  const { widgets } = required(await api.GET('/widgets/packages'))
  const packages = widgets.flatMap(widget => (widget.type === 'packages' ? widget.groups : []))
  const packageId = packages[0]?.packages.find(({ renewal }) => renewal === 'once')?.id ?? ''
  const { gateways } = required(
    await api.GET('/subscriptions/getPaymentGateway/{packageId}', {
      params: { path: { packageId } },
    }),
  )
  const order = required(
    await api.POST('/subscriptions', {
      params: { header: { 'Idempotency-Key': crypto.randomUUID() } },
      body: { package_id: packageId, gateway_id: gateways[0]?.id ?? null },
    }),
  )
  const { redirect_url } = required(
    await api.POST('/subscriptions/pay', { body: { transaction_id: order.transaction_id } }),
  )
  await input.pay(redirect_url)
  const payment = required(
    await api.GET('/subscriptions/getPaymentTransaction/{id}', {
      params: { path: { id: order.transaction_id } },
    }),
  )

  const playback = required(await play())
  const segmentStatus = await requestSegment(playback.manifest_url)
  const beat = required(
    await api.POST('/video-contents/{id}/files/{fileId}/playback', {
      params: { path: file, query: { client: 'native' } },
      body: { lease_id: playback.lease_id, current_time: 20 },
    }),
  )
  const watched = required(await api.GET('/users/_self/profile/continue-watching'))
  required(await api.DELETE('/access-token/users/_self'))
  const after = await api.GET('/users/_self')
  return {
    isRefusedBeforePurchase,
    homeRows: home.widgets.length,
    found: results.movies.map(({ short_id }) => short_id),
    bookmarks: bookmarks.items.map(({ short_id }) => short_id),
    payment: payment.status,
    segmentStatus,
    isRenewed: beat.renewed,
    continueWatching: watched.items.map(({ short_id }) => short_id),
    afterSignOut: after.error?.meta.operation_result ?? 'success',
  }
}
