/** The journey with the client of @hey-api/openapi-ts. The test generates `sdk` beside a copy of this file. */
import { type JourneyInput, type JourneyResult, requestSegment } from './journey.ts'
import { client } from './sdk/client.gen'
import * as api from './sdk/sdk.gen'

type Reply<T> = { data?: T; error?: unknown }

function required<T extends { data: unknown }>({ data, error }: Reply<T>): T['data'] {
  if (data === undefined) throw new Error(JSON.stringify(error))
  return data.data
}

export async function makeJourney(input: JourneyInput): Promise<JourneyResult> {
  const headers: Record<string, string> = { 'Accept-Language': 'en', 'Device-Id': 'journey-2' }
  client.setConfig({ baseUrl: input.baseUrl })
  client.interceptors.request.use(request => {
    for (const [name, value] of Object.entries(headers)) request.headers.set(name, value)
    return request
  })
  const path = { msisdn: input.msisdn }
  const { tracker_id } = required(await api.sendOtp({ path }))
  const login = required(
    await api.loginByOtp({
      path,
      body: {
        otp: await input.readCode(),
        tracker_id,
        device: { unique_identifier: 'journey-of-hey-api', platform: 'ios' },
      },
    }),
  )
  headers.Authorization = `Bearer ${login.access_token}`
  const { items: profiles } = required(await api.listProfiles())
  const { profile_access_token } = required(
    await api.switchProfile({ body: { profile_id: profiles[0]?.id ?? '', pin: '' } }),
  )
  headers['Profile-Token'] = profile_access_token

  const home = required(await api.getHomePage())
  const results = required(await api.search({ query: { query: input.query } }))
  const title = required(await api.getContent({ path: { short_id: input.film } }))
  required(await api.addBookmark({ body: { video_content_id: title.id } }))
  const bookmarks = required(await api.listBookmarks())

  const file = { id: title.id, fileId: title.video_files.primary?.video_file_id ?? '' }
  const play = () =>
    api.getPlayback({ path: { ...file, use: 'play' }, query: { client: 'native' } })
  const refused = await play()
  const isRefusedBeforePurchase = refused.error?.meta.operation_result === 'subscription_required'

  const { widgets } = required(await api.getPackagesPage())
  const packages = widgets.flatMap(widget => (widget.type === 'packages' ? widget.groups : []))
  const packageId = packages[0]?.packages.find(({ renewal }) => renewal === 'once')?.id ?? ''
  const { gateways } = required(await api.getPaymentGateways({ path: { packageId } }))
  const order = required(
    await api.createSubscription({
      headers: { 'Idempotency-Key': crypto.randomUUID() },
      body: { package_id: packageId, gateway_id: gateways[0]?.id ?? null },
    }),
  )
  const { transaction_id } = order
  const { redirect_url } = required(await api.paySubscription({ body: { transaction_id } }))
  await input.pay(redirect_url)
  const payment = required(await api.getTransaction({ path: { id: transaction_id } }))

  const playback = required(await play())
  const segmentStatus = await requestSegment(playback.manifest_url)
  const beat = required(
    await api.heartbeat({
      path: file,
      query: { client: 'native' },
      body: { lease_id: playback.lease_id, current_time: 20 },
    }),
  )
  const watched = required(await api.listContinueWatching())
  required(await api.logout())
  const after = await api.getSelf()
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
