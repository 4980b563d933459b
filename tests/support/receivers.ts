/** A film that is playing, and the link with which a receiver plays it too. */
import { and, eq } from 'drizzle-orm'
import { getPlayback, makeReceiverLink } from '#src/contract/endpoints/player.ts'
import { videoFiles } from '#src/service/platform/db/schema/catalogue.ts'
import { contents } from '#src/service/platform/db/schema/contents.ts'
import { rateLimits } from '#src/service/platform/db/schema/http.ts'
import { aFilm, importRecords } from './imported-titles.ts'
import { aSubscriber, type Person, signIn, withProfile } from './people.ts'
import { startTestService, type TestService, type TestServiceOptions } from './service.ts'

/** Addresses of two receivers. */
export const TV = '203.0.113.7'
export const ELSEWHERE = '198.51.100.9'

type Caller = Pick<Person, 'api'>

const media = { stream: 'demo/landscape' }
const TITLES = [
  aFilm({ external_id: 'film', media, trailer: { stream: 'demo/trailer' }, age_label: 12 }),
  aFilm({ external_id: 'other', media: { stream: 'demo/book', kind: 'audio' } }),
  aFilm({ external_id: 'free', media, flags: ['free_content'] }),
  aFilm({ external_id: 'far', media: { stream: 'far/away' } }),
]

export async function startWithFilms(options?: TestServiceOptions): Promise<TestService> {
  const service = await startTestService(options)
  const { problems } = await importRecords(service, TITLES)
  if (problems.length > 0) throw new Error(JSON.stringify(problems))
  return service
}

/** Clears the counts of the rate limits, because all users of a test sign in from one address. */
export async function allowSignIns(service: TestService): Promise<void> {
  await service.deps.db.delete(rateLimits)
}

export const wait = (service: TestService, seconds: number) => service.clock.advance({ seconds })

/** Makes calls of the same session at another node. */
export function onNode(node: TestService, { accessToken, profileToken }: Person): Caller {
  return { api: node.as({ accessToken, profileToken: profileToken ?? '' }) }
}

export const beside = (link: string, file: string) => link.replace('master.m3u8', file)
export const segmentOf = (link: string) => beside(link, '480p/media.mp4')

export async function linkOf(
  service: TestService,
  { api }: Caller,
  externalId = 'film',
): Promise<string> {
  const params = await fileOf(service, externalId)
  return (await api(makeReceiverLink, { params, body: {} })).manifest_url
}

export async function fileOf(
  service: TestService,
  externalId: string,
  kind: 'primary' | 'trailer' = 'primary',
) {
  const [found] = await service.deps.db
    .select({ id: contents.id, fileId: videoFiles.id })
    .from(videoFiles)
    .innerJoin(contents, eq(contents.id, videoFiles.contentId))
    .where(and(eq(contents.externalId, externalId), eq(videoFiles.kind, kind)))
  if (!found) throw new Error(`${externalId} has no ${kind} file`)
  return found
}

export async function open(service: TestService, { api }: Caller, externalId = 'film') {
  const { id, fileId } = await fileOf(service, externalId)
  const { lease_id } = await api(getPlayback, { params: { id: id, fileId: fileId, use: 'play' } })
  return lease_id ?? ''
}

/** Opens a film as a new user and returns the link for a receiver. */
export async function aReceiver(service: TestService) {
  const viewer = await aSubscriber(service)
  const leaseId = await open(service, viewer)
  return { viewer, leaseId, link: await linkOf(service, viewer) }
}

/** Signs the same user in on another device. */
export async function another(service: TestService, person: Person): Promise<Person> {
  await allowSignIns(service)
  const signed = await signIn(service, { msisdn: person.msisdn })
  return withProfile(service, signed, person.profileId)
}

/** Requests a URL as a receiver does, without a token or a cookie, and returns the status. */
export async function statusOf(
  service: TestService,
  link: string,
  { address = TV }: { address?: string } = {},
): Promise<number> {
  const reply = await service.fetch(link, {}, { address })
  await reply.body?.cancel()
  return reply.status
}
