import { DEFAULT_LANGUAGE, LANGUAGES, mapLanguages } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { escapeJson } from '#src/lib/text/visible.ts'
import { exportHome } from '../../../storefront/home-export.ts'
import { type Feature, featureTitle, unfeatureTitle } from '../../../storefront/home-feature.ts'
import { applyHome, findMissingHomeReferences, HomeFile } from '../../../storefront/home-file.ts'
import { type PreviewRow, previewHome } from '../../../storefront/home-preview.ts'
import { startHome } from '../../../storefront/home-starter.ts'
import { listPlannedPages, planPage, withdrawPage } from '../../../storefront/planned-pages.ts'
import type { CommandDeps } from '../framework/command-deps.ts'
import { formatMoment, moment } from '../framework/dates.ts'
import { UsageError } from '../framework/errors.ts'
import { choiceField, fileField, integerField, optional, textField } from '../framework/fields.ts'
import { readInputFile } from '../framework/input-file.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import type { Part } from '../framework/result.ts'
import { writeOutputFile } from '../output-file.ts'
import { line } from '../terminal.ts'

const PAGES = ['home', 'kids'] as const
const page = optional(choiceField('PAGE', 'the page', PAGES), 'home' as const)
const file = fileField('FILE', 'YAML or JSON; - reads standard input')
const title = textField('EXTERNAL_ID', 'the external_id of a title')

const FEATURE_ERRORS: Record<Exclude<Feature, 'done'>, string> = {
  no_page: 'There is no home page yet. Create one with ./pardeh home init.',
  no_title: 'The catalogue does not contain this title.',
  not_featured: 'The title is not in the banner, or is the only one there.',
}

export default {
  actions: {
    init: defineAction({
      summary: 'Creates the home page with the rows that the site shows without one',
      details:
        'Use it once, and then change the page. A home page that exists is left as it is, and the command ends with 2.',
      effect: 'changes',
      run: async ({ service }) => {
        const file = await startHome(await service())
        if (!file)
          throw new UsageError(
            'There is a home page already. Change it with ./pardeh home export and ./pardeh home apply.',
          )
        const rows = file.widgets.length
        return {
          data: { page: file.page, rows },
          print: [line`The page ${file.page} now has ${counted(rows, 'row')}.`],
          audit: { target: file.page, details: { rows } },
        }
      },
    }),
    apply: defineAction({
      summary: 'Arranges a page from a file; docs/home.md describes the format',
      args: { file },
      options: {
        at: optional(moment('MOMENT', 'when it begins, such as "1405-10-01 20:30" (now)')),
      },
      effect: 'changes',
      run: async ({ deps }, { file, at }) => {
        const data = await readHomeFile(deps, file)
        const { page, widgets } = data
        if (at) {
          if (at <= deps.now())
            throw new UsageError(`--at cannot be ${formatMoment(at)}: it must be later than now.`)
          await planPage(deps.db, data, at)
          return {
            data: { page, rows: widgets.length, starts_at: at },
            print: [
              line`The page ${page} will have ${counted(widgets.length, 'row')} from ${formatMoment(at)} on.`,
            ],
            audit: { target: page, details: { rows: widgets.length, startsAt: at } },
          }
        }
        await applyHome(deps, data)
        return {
          data: { page, rows: widgets.length },
          print: [line`The page ${page} now has ${counted(widgets.length, 'row')}.`],
          audit: { target: page, details: { rows: widgets.length } },
        }
      },
    }),
    planned: defineAction({
      summary: 'Lists the pages that begin at a time',
      effect: 'reads',
      run: async ({ deps }) => {
        const planned = (await listPlannedPages(deps.db)).map(({ id, page, startsAt, file }) => ({
          id,
          page,
          starts_at: startsAt,
          rows: file.widgets.length,
        }))
        return {
          data: planned,
          print: [
            {
              columns: [
                { name: 'id' },
                { name: 'page' },
                { name: 'begins' },
                { name: 'rows', align: 'end' },
              ],
              rows: planned.map(({ id, page, starts_at, rows }) => [
                id,
                page,
                formatMoment(starts_at),
                rows,
              ]),
              none: 'No page is planned.',
            },
          ],
        }
      },
    }),
    withdraw: defineAction({
      summary: 'Withdraws a planned page before it begins',
      args: { id: textField('ID', 'the id that ./pardeh home planned shows') },
      effect: 'changes',
      run: async ({ deps }, { id }) => {
        const found = await withdrawPage(deps.db, id)
        if (!found) throw new UsageError('No planned page has this id.')
        const { page, startsAt } = found
        return {
          data: { id, page, starts_at: startsAt },
          print: [line`The page ${page} of ${formatMoment(startsAt)} is withdrawn.`],
          audit: { target: page, details: { startsAt } },
        }
      },
    }),
    export: defineAction({
      summary: 'Prints a page as a file for apply',
      options: { page, out: optional(fileField('FILE.json', 'writes to this file')) },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps }, { page, out }) => {
        const found = await exportHome(deps, page)
        if (!found)
          throw new UsageError(
            line`The page ${page} does not exist yet. Create it with ./pardeh home apply.`,
          )
        if (out === null) return { data: found, print: [escapeJson(found, 2)] }
        await writeOutputFile(out, `${JSON.stringify(found, null, 2)}\n`)
        return { data: { page, file: out }, print: [line`The page is in ${out}`] }
      },
    }),
    preview: defineAction({
      summary: 'Shows the rows of a page, or of a file, as visitors see them',
      args: { file: optional(file) },
      options: {
        page,
        language: optional(
          choiceField('LANGUAGE', 'the language of the texts', LANGUAGES),
          DEFAULT_LANGUAGE,
        ),
        age: optional(
          integerField('YEARS', 'the page of a child of this age', { from: 0, to: 18 }),
        ),
      },
      effect: 'reads',
      transaction: 'own',
      run: async ({ deps, service }, { file, page, language, age }) => {
        const given = file === null ? null : await readHomeFile(deps, file)
        const audience = { language, maxAge: age, viewer: null }
        const rows = await previewHome(await service(), page, given, audience)
        if (!rows)
          throw new UsageError(
            line`The page ${page} does not exist yet. Create it with ./pardeh home apply.`,
          )
        return {
          data: rows.flatMap(({ shown }, at) => (shown ? [{ row: at + 1, ...shown }] : [])),
          print: shownRows(rows),
        }
      },
    }),
    feature: defineAction({
      summary: 'Puts a title first in the banner of the home page',
      args: { title },
      options: mapLanguages(language =>
        optional(textField('TEXT', `the line below it in "${language}", instead of its tagline`)),
      ),
      effect: 'changes',
      run: async ({ deps }, { title, ...texts }) => {
        const given = LANGUAGES.filter(language => texts[language] !== null)
        if (given.length > 0 && given.length < LANGUAGES.length)
          throw new UsageError('Give the line in every language.')
        const line = given.length > 0 ? mapLanguages(language => texts[language] ?? '') : null
        done(await featureTitle(deps, { externalId: title, line }))
        return featured(title, 'is now first in the banner of the home page.')
      },
    }),
    unfeature: defineAction({
      summary: 'Removes a title from the banner of the home page',
      args: { title },
      effect: 'changes',
      run: async ({ deps }, { title }) => {
        done(await unfeatureTitle(deps, title))
        return featured(title, 'is no longer in the banner.')
      },
    }),
  },
} satisfies Noun

/** Reads and checks a home file. @throws UsageError if it is invalid or names something that the catalogue does not contain */
async function readHomeFile(deps: CommandDeps, file: string): Promise<HomeFile> {
  const { data, wrong } = readInputFile(file, HomeFile)
  const missing = await findMissingHomeReferences(deps, data)
  if (missing.length > 0)
    throw wrong(
      missing.map(({ path, name }) => ({
        path,
        message: line`the catalogue does not contain ${name}`,
      })),
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
