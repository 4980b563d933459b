import { join } from 'node:path'
import { openMediaStore } from '../adapters/media-store/open-media-store.ts'
import type { Deps } from '../deps.ts'
import { createImporter } from '../import/importer.ts'
import { createPictures, type Pictures } from '../import/pictures.ts'
import { RecordError } from '../import/problem.ts'
import { PROJECT_ROOT } from '../project-root.ts'
import { catalogueLines } from './catalogue.ts'

const PICTURES = join(PROJECT_ROOT, 'demo/pictures')

/** Imports the demo's artists and titles the way `npm run import` does. */
export async function seedCatalogue(deps: Deps): Promise<void> {
  const { log, env } = deps
  const importer = await createImporter(deps, {
    pictures: forgiving(
      createPictures({ from: null, to: openMediaStore(env, 'command'), demo: PICTURES }),
    ),
    onProblem: problem => log.error(problem, 'a record of the demo was refused'),
  })
  for await (const line of catalogueLines()) await importer.line(line)
  const { created, changed, unchanged, rejected } = await importer.finish()
  log.info({ created, changed, unchanged, rejected }, 'imported the demo catalogue')
}

/** A missing picture does not refuse the title. */
function forgiving(pictures: Pictures): Pictures {
  const orElse = <T>(otherwise: T) => {
    return (error: unknown): T => {
      if (error instanceof RecordError) return otherwise
      throw error
    }
  }
  return {
    stamp: (...asked) => pictures.stamp(...asked).catch(orElse('')),
    store: (...asked) => pictures.store(...asked).catch(orElse(null)),
  }
}
