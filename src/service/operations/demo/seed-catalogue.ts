import { join } from 'node:path'
import { createImporter } from '../../catalogue/import/importer.ts'
import { createPictures, type Pictures } from '../../catalogue/import/pictures.ts'
import { RecordError } from '../../catalogue/import/problem.ts'
import { openMediaStore } from '../../platform/adapters/media-store/open-media-store.ts'
import type { Deps } from '../../platform/deps.ts'
import { PROJECT_ROOT } from '../../platform/project-root.ts'
import { catalogueLines } from './catalogue.ts'

const PICTURES = join(PROJECT_ROOT, 'demo/pictures')

/** Imports the demo's artists and titles in the same way as `./pardeh import`. */
export async function seedCatalogue(deps: Deps): Promise<void> {
  const { log, env } = deps
  const importer = await createImporter(deps, {
    pictures: forgiving(
      createPictures({ from: null, to: openMediaStore(env, 'command'), demo: PICTURES }),
    ),
    onProblem: problem => log.error(problem, 'a record of the demo was rejected'),
  })
  for await (const { text, ...line } of catalogueLines())
    await importer.line({ ...line, text: env.MEDIA_BASE_URL ? withStoredStreams(text) : text })
  const { created, changed, unchanged, rejected } = await importer.finish()
  log.info({ created, changed, unchanged, rejected }, 'imported the titles')
}

/** A media server has files only, so its titles play streams that are stored instead of those that this site draws. */
function withStoredStreams(text: string | null): string | null {
  return (
    text
      ?.replaceAll(/"demo\/reels\/[^"/]+\/trailer"/g, '"demo/trailer"')
      .replaceAll(/"demo\/reels\/[^"]+"(?=,"kind":"audio")/g, '"demo/book"')
      .replaceAll(/"demo\/reels\/[^"]+"/g, '"demo/landscape"') ?? null
  )
}

/** Makes a missing picture not reject its title. */
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
