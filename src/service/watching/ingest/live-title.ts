/** The title of a live channel: an existing or a new one. */
import { DEFAULT_LANGUAGE } from '#src/contract/languages.ts'
import { quoteText } from '#src/lib/text/visible.ts'
import { createImporter } from '../../catalogue/import/importer.ts'
import type { Pictures } from '../../catalogue/import/pictures.ts'
import type { Deps } from '../../platform/deps.ts'
import { findVideoTitle, TitleNotFoundError } from './find-content.ts'
import { IngestError } from './ingest-error.ts'

export class ChannelTitleError extends Error {}

type TitleDeps = Pick<Deps, 'db' | 'now' | 'invalidate'>
const EXTERNAL_ID = /^[\w.:-]{1,100}$/

/** Returns the title, or null if it does not exist. @throws ChannelTitleError for an episode or a series */
export async function channelTitle(deps: Pick<Deps, 'db'>, name: string) {
  try {
    const content = await findVideoTitle(deps.db, name)
    if (content.type === 'single_video') return content
  } catch (error) {
    if (error instanceof TitleNotFoundError) return null
    throw asOurs(error)
  }
  throw new ChannelTitleError(
    `${quoteText(name)} is an episode: a channel must be a title of its own.`,
  )
}

const asOurs = (error: unknown) =>
  error instanceof IngestError ? new ChannelTitleError(error.message) : error

/** Adds a title with the external_id `name`. @throws ChannelTitleError */
export async function addChannelTitle(
  deps: TitleDeps,
  pictures: Pictures,
  { name, title }: { name: string; title: string },
) {
  if (!EXTERNAL_ID.test(name))
    throw new ChannelTitleError(
      `${quoteText(name)} cannot be the external_id of a title: use letters, digits, dots, colons and hyphens.`,
    )
  const problems: string[] = []
  const importer = await createImporter(deps, {
    pictures,
    onProblem: ({ field, reason }) => problems.push(`${field}: ${reason}`),
  })
  await importer.record({
    kind: 'title',
    type: 'single_video',
    external_id: name,
    title: { [DEFAULT_LANGUAGE]: title },
  })
  await importer.finish()
  if (problems.length > 0) throw new ChannelTitleError(problems.join('; '))
  return findVideoTitle(deps.db, name)
}
