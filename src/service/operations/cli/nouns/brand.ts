import { LANGUAGES } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { checkBrand } from '../../../platform/brand/check-brand.ts'
import { startFolder, writePictures } from '../../../platform/brand/new-folder.ts'
import { brandFolder, brandPath, inspectBrand } from '../../../platform/brand/read-brand.ts'
import { readEnv } from '../../../platform/env.ts'
import { UsageError } from '../framework/errors.ts'
import { flagField } from '../framework/fields.ts'
import { defineAction, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

export default {
  actions: {
    show: defineAction({
      summary: 'Shows the brand that the site would have after a restart',
      effect: 'reads',
      transaction: 'none',
      run: async () => {
        const { brand } = inspectBrand(brandFolder(readEnv(undefined, { isReadOnly: true })))
        const { name, slogan, phones, email, address, colours, folder } = brand
        const own = [...brand.pictures].flatMap(([each, file]) =>
          folder && file.startsWith(folder) ? [each] : [],
        )
        return {
          data: {
            folder,
            name,
            slogan,
            phones,
            email: email ?? null,
            address: address ?? null,
            colours,
            pictures: own,
          },
          print: [
            folder ? line`Files in ${folder}` : 'The brand of the product itself.',
            {
              columns: [{ name: '' }, ...LANGUAGES.map(language => ({ name: language }))],
              rows: [
                ['name', ...LANGUAGES.map(language => name[language])],
                ['slogan', ...LANGUAGES.map(language => slogan[language])],
                ...(address ? [['address', ...LANGUAGES.map(language => address[language])]] : []),
              ],
            },
            line`Support: ${[...phones, ...(email ? [email] : [])].join(', ') || 'none'}`,
            {
              columns: [{ name: 'colour' }, { name: 'dark' }, { name: 'light' }],
              rows: Object.keys(colours.dark).map(each => [
                each,
                colours.dark[each as keyof typeof colours.dark],
                colours.light[each as keyof typeof colours.light],
              ]),
            },
            line`Own pictures: ${own.join(', ') || 'none'}`,
          ],
        }
      },
    }),
    check: defineAction({
      summary: 'Checks the files: their format, contrast, pictures and texts',
      effect: 'reads',
      transaction: 'none',
      run: async () => {
        const { folder, problems } = checkBrand(readEnv(undefined, { isReadOnly: true }))
        const verdict =
          problems.length === 0
            ? 'No problems. The site shows the brand after its next start.'
            : line`${counted(problems.length, 'problem')} to correct.`
        return {
          data: { folder, problems },
          print: [...problems.map(problem => line`${problem}`), verdict],
          isIncomplete: problems.length > 0,
        }
      },
    }),
    init: defineAction({
      summary: 'Writes starter files: names, colours, texts and the icon',
      details: 'Existing files are kept. The folder is BRAND_DIR, or brand in DATA_DIR.',
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }) => {
        const folder = brandPath(deps.env)
        const { written, skipped } = await startFolder(folder, { isDryRun })
        return {
          data: { folder, written, skipped },
          print: [
            ...written.map(name => line`${name}`),
            line`${counted(written.length, 'file')} in ${folder}; ${skipped.length} already existed.`,
          ],
          audit: { target: 'brand', details: { written: written.length } },
        }
      },
    }),
    icons: defineAction({
      summary: 'Draws the icons and the preview picture for shared links from icon.svg',
      options: { missing: flagField('only pictures that do not exist yet') },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { missing }) => {
        const folder = brandFolder(deps.env)
        if (!folder)
          throw new UsageError(
            line`There is no folder ${brandPath(deps.env)}. Run ./pardeh brand init first.`,
          )
        const { brand } = inspectBrand(folder)
        if (!brand.hasOwnIcon) throw new UsageError(line`There is no icon.svg in ${folder}.`)
        const options = { isDryRun, isMissingOnly: missing }
        const { written, skipped } = await writePictures(brand, folder, options)
        return {
          data: { folder, written, skipped },
          print: [
            ...written.map(name => line`${name}`),
            line`${counted(written.length, 'picture')} in ${folder}; ${skipped.length} already existed.`,
          ],
          audit: { target: 'brand', details: { drawn: written.length } },
        }
      },
    }),
  },
} satisfies Noun
