import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { byLanguage, DEFAULT_LANGUAGE, LANGUAGES } from '#src/contract/languages.ts'
import { visibleJson } from '#src/lib/text/visible.ts'
import { exportHome } from '../../pages/home-export.ts'
import { type Feature, featureTitle, unfeatureTitle } from '../../pages/home-feature.ts'
import { applyHome, HomeFile, missingReferences } from '../../pages/home-file.ts'
import { type PreviewRow, previewHome } from '../../pages/home-preview.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { UsageError } from '../framework/errors.ts'
import { choice, optional, word } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { action, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { line } from '../terminal.ts'

const PAGES = ['home', 'kids'] as const
const page = optional(choice('PAGE', 'which page', PAGES), 'home' as const)
const file = word('FILE', 'YAML or JSON; - reads standard input')
const title = word('EXTERNAL_ID', 'of a title')

const FEATURE_ERRORS: Record<Exclude<Feature, 'done'>, string> = {
  no_page: 'There is no home page yet: apply one.',
  no_title: 'The catalogue has no such title.',
  not_featured: 'The title does not stand in the banner with others.',
}

export default {
  summary: 'The rows of the home page and of the pages like it',
  actions: {
    apply: action({
      summary: 'Arranges a page from a file; its format is told in docs/home.md',
      args: { file },
      effect: 'changes',
      run: async ({ deps }, { file }) => {
        const data = await readHomeFile(deps, file)
        await applyHome(deps, data)
        const { page, widgets } = data
        return {
          data: { page, rows: widgets.length },
          print: [line`${widgets.length} rows stand on the page ${page}.`],
          audit: { target: page, details: { rows: widgets.length } },
        }
      },
    }),
    export: action({
      summary: 'Shows a page as the file that apply takes',
      options: { page, out: optional(word('FILE.json', 'writes it to a file')) },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps }, { page, out }) => {
        const found = await exportHome(deps, page)
        if (!found) throw new UsageError(line`There is no page ${page} yet: apply one.`)
        if (out === null) return { data: found, print: [visibleJson(found, 2)] }
        await writeFile(resolve(out), `${JSON.stringify(found, null, 2)}\n`).catch(() => {
          throw new UsageError(line`${resolve(out)} cannot be written.`)
        })
        return { data: { page, file: resolve(out) }, print: [line`It is in ${resolve(out)}`] }
      },
    }),
    preview: action({
      summary: 'Shows what visitors see of a page, or would see of a file',
      args: { file: optional(file) },
      options: {
        page,
        language: optional(choice('LANGUAGE', 'of the texts', LANGUAGES), DEFAULT_LANGUAGE),
      },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps, service }, { file, page, language }) => {
        const given = file === null ? null : await readHomeFile(deps, file)
        const audience = { language, maxAge: null, viewer: null }
        const rows = await previewHome(await service(), page, given, audience)
        if (!rows) throw new UsageError(line`There is no page ${page} yet: apply one.`)
        return { data: rows.flatMap(({ shown }) => shown ?? []), print: shownRows(rows) }
      },
    }),
    feature: action({
      summary: 'Puts a title first in the banner of the home page',
      args: { title },
      options: byLanguage(language =>
        optional(word('TEXT', `the line below it in "${language}", instead of its tagline`)),
      ),
      effect: 'changes',
      run: async ({ deps }, { title, ...texts }) => {
        const given = LANGUAGES.filter(language => texts[language] !== null)
        if (given.length > 0 && given.length < LANGUAGES.length)
          throw new UsageError('The line is given in every language.')
        const line = given.length > 0 ? byLanguage(language => texts[language] ?? '') : null
        done(await featureTitle(deps, { externalId: title, line }))
        return featured(title, 'stands first on the home page.')
      },
    }),
    unfeature: action({
      summary: 'Takes a title out of the banner of the home page',
      args: { title },
      effect: 'changes',
      run: async ({ deps }, { title }) => {
        done(await unfeatureTitle(deps, title))
        return featured(title, 'stands in the banner no more.')
      },
    }),
  },
} satisfies Noun

/** @throws UsageError for a file that is not right, or names what the catalogue does not have */
async function readHomeFile(deps: CommandDeps, file: string): Promise<HomeFile> {
  const { data, wrong } = readInputFile(file, HomeFile)
  const missing = await missingReferences(deps, data)
  if (missing.length > 0)
    throw wrong(
      missing.map(({ path, name }) => ({ path, message: line`the catalogue has no ${name}` })),
    )
  return data
}

function done(outcome: Feature): void {
  if (outcome !== 'done') throw new UsageError(FEATURE_ERRORS[outcome])
}

function featured(title: string, text: string) {
  return { data: { title }, print: [line`${title} ${text}`], audit: { target: title } }
}

const NAMED = 3

function shownRows(rows: readonly PreviewRow[]): Part[] {
  return [
    {
      columns: [
        { name: 'row', align: 'end' },
        { name: 'type' },
        { name: 'title' },
        { name: 'items', align: 'end' },
        { name: 'first' },
      ],
      rows: rows.map(({ widget, shown }, at) => [
        at + 1,
        widget.type,
        shown?.title ?? ('title' in widget ? widget.title[DEFAULT_LANGUAGE] : null),
        shown?.items.length ?? 0,
        shown ? nameList(shown) : 'not shown: it is empty',
      ]),
    },
  ]
}

function nameList({ items }: NonNullable<PreviewRow['shown']>): string {
  return items
    .slice(0, NAMED)
    .map(item => ('title' in item ? item.title : item.name))
    .join(' · ')
}
