import { LANGUAGES } from '#src/contract/languages.ts'
import { counted } from '#src/lib/text/count.ts'
import { checkBrand } from '../../brand/check-brand.ts'
import { startFolder, writePictures } from '../../brand/new-folder.ts'
import { brandFolder, brandPath, inspectBrand } from '../../brand/read-brand.ts'
import { readEnv } from '../../env.ts'
import { UsageError } from '../framework/errors.ts'
import { flag } from '../framework/fields.ts'
import { action, type Noun } from '../framework/noun.ts'
import { line } from '../terminal.ts'

export default {
  summary: 'Name, logo, colours and texts of the company',
  actions: {
    show: action({
      summary: 'Shows the brand as the site would start with it',
      effect: 'reads',
      transaction: 'none',
      run: async () => {
        const { brand } = inspectBrand(brandFolder(readEnv()))
        const { name, slogan, phones, email, colours, folder } = brand
        const own = [...brand.pictures].flatMap(([each, file]) =>
          folder && file.startsWith(folder) ? [each] : [],
        )
        return {
          data: { folder, name, slogan, phones, email: email ?? null, colours, pictures: own },
          print: [
            folder ? line`The files of ${folder}` : 'The brand of the product itself.',
            {
              columns: [{ name: '' }, ...LANGUAGES.map(language => ({ name: language }))],
              rows: [
                ['name', ...LANGUAGES.map(language => name[language])],
                ['slogan', ...LANGUAGES.map(language => slogan[language])],
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
    check: action({
      summary: 'Says what is wrong with the files: lines, contrast, pictures, texts',
      effect: 'reads',
      transaction: 'none',
      run: async () => {
        const { folder, problems } = checkBrand(readEnv())
        const verdict =
          problems.length === 0
            ? 'All is right. The site shows it after its next start.'
            : line`It needs ${counted(problems.length, 'correction')}.`
        return {
          data: { folder, problems },
          print: [...problems.map(problem => line`${problem}`), verdict],
          isIncomplete: problems.length > 0,
        }
      },
    }),
    init: action({
      summary: 'Writes files to begin from: names, colours, texts and the icon',
      details: 'Files that are there stay. The folder is BRAND_DIR, or brand in DATA_DIR.',
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }) => {
        const folder = brandPath(deps.env)
        const { written, skipped } = await startFolder(folder, { isDryRun })
        return {
          data: { folder, written, skipped },
          print: [
            ...written.map(name => line`${name}`),
            line`${counted(written.length, 'file')} in ${folder}; ${skipped.length} were there.`,
          ],
          audit: { target: 'brand', details: { written: written.length } },
        }
      },
    }),
    icons: action({
      summary: 'Draws the icons and the picture of shared links from icon.svg',
      options: { missing: flag('only those that are not there') },
      effect: 'changes',
      transaction: 'own',
      run: async ({ deps, isDryRun }, { missing }) => {
        const folder = brandFolder(deps.env)
        if (!folder)
          throw new UsageError(line`There is no folder ${brandPath(deps.env)}: begin with init.`)
        const { brand } = inspectBrand(folder)
        if (!brand.hasOwnIcon) throw new UsageError(line`There is no icon.svg in ${folder}.`)
        const options = { isDryRun, isMissingOnly: missing }
        const { written, skipped } = await writePictures(brand, folder, options)
        return {
          data: { folder, written, skipped },
          print: [
            ...written.map(name => line`${name}`),
            line`${counted(written.length, 'picture')} in ${folder}; ${skipped.length} were there.`,
          ],
          audit: { target: 'brand', details: { drawn: written.length } },
        }
      },
    }),
  },
} satisfies Noun
