/** Titles for tests, written by the importer. */
import type { ImportRecord, ImportTitle } from '#src/contract/import.ts'
import { createImporter } from '#src/service/catalogue/import/importer.ts'
import type { Pictures } from '#src/service/catalogue/import/pictures.ts'
import type { Problem } from '#src/service/catalogue/import/problem.ts'
import type { Summary } from '#src/service/catalogue/import/work.ts'
import type { TestService } from './service.ts'

/** The importer without pictures. */
export const noPictures: Pictures = { stamp: async () => '', store: async () => null }

type Part<T> = Partial<T> & { external_id: string }

export function aFilm({ external_id, ...part }: Part<ImportTitle>): ImportTitle {
  return {
    kind: 'title',
    type: 'single_video',
    external_id,
    title: { fa: `فیلم ${external_id}`, en: `Film ${external_id}` },
    ...part,
  }
}

/** @param episodes number of episodes in each season */
export function aSeries({
  external_id,
  episodes = [2],
  ...part
}: Part<ImportTitle> & { episodes?: number[] }): ImportTitle {
  return aFilm({
    external_id,
    type: 'series',
    seasons: episodes.map((count, season) => ({
      number: season + 1,
      episodes: Array.from({ length: count }, (_, index) => ({
        external_id: `${external_id}-${season + 1}-${index + 1}`,
        number: index + 1,
        title: { fa: `قسمت ${index + 1}`, en: `Episode ${index + 1}` },
        media: { stream: 'demo/landscape' },
      })),
    })),
    ...part,
  })
}

export type Imported = Summary & { problems: Problem[] }

export async function importRecords(
  { deps }: Pick<TestService, 'deps'>,
  records: Iterable<ImportRecord>,
  options: { dryRun?: boolean; pictures?: Pictures } = {},
): Promise<Imported> {
  const problems: Problem[] = []
  const importer = await createImporter(deps, {
    pictures: noPictures,
    onProblem: problem => problems.push(problem),
    ...options,
  })
  let line = 0
  for (const record of records) await importer.record(record, ++line)
  return { ...(await importer.finish()), problems }
}
