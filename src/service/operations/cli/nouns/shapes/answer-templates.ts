import { userText } from '#src/contract/fields.ts'
import { SUPPORT_TICKET } from '#src/contract/limits.ts'
import { counted } from '#src/lib/text/count.ts'
import {
  findUnknownFields,
  listTemplates,
  removeTemplate,
  saveTemplate,
  TEMPLATE_FIELDS,
  TEMPLATE_NAME,
} from '../../../../community/support/answer-templates.ts'
import { ArgumentsError, UsageError } from '../../framework/errors.ts'
import { flagField, optional, parsedField, textField } from '../../framework/fields.ts'
import { readInputText } from '../../framework/input-file.ts'
import { defineAction } from '../../framework/noun.ts'
import { joinNames, line } from '../../terminal.ts'

/** Reads the text of an answer; `-` reads standard input. @throws UsageError if it is empty or too long */
export function readAnswer(given: string): string {
  const written = given === '-' ? readInputText('-') : given
  const text = userText(1, SUPPORT_TICKET.max).safeParse(written)
  if (text.success) return text.data
  const length = [...written.trim()].length
  throw new UsageError(
    `An answer must have 1 to ${SUPPORT_TICKET.max} characters; this one has ${length}.`,
  )
}

export const templates = defineAction({
  summary: 'Lists the templates for common answers',
  effect: 'reads',
  run: async ({ deps }) => {
    const all = await listTemplates(deps.db)
    return {
      data: all.map(({ name, text, updatedAt }) => ({ name, text, updated_at: updatedAt })),
      print: [
        ...all.flatMap(({ name, text }) => [line`${name}`, { block: text }]),
        counted(all.length, 'template'),
      ],
    }
  },
})

export const template = defineAction({
  summary: 'Adds, changes or removes a template for a common answer',
  details: `The text may contain ${TEMPLATE_FIELDS.map(field => `{${field}}`).join(' and ')} of the ticket.`,
  args: {
    name: parsedField('NAME', 'such as update-app', given => {
      if (TEMPLATE_NAME.test(given)) return given
      throw new UsageError('write at most 40 lower-case Latin letters, digits and hyphens.')
    }),
    text: optional(textField('TEXT', 'the answer; - reads standard input')),
  },
  options: { remove: flagField('removes the template') },
  effect: 'changes',
  run: async ({ deps }, { name, text: given, remove }) => {
    if ((given === null) !== remove)
      throw new ArgumentsError('Give the text of the template, or --remove.')
    const text = given === null ? null : readAnswer(given)
    const unknown = text === null ? [] : findUnknownFields(text)
    if (unknown.length > 0)
      throw new UsageError(`Nothing was changed: a ticket has no field ${joinNames(unknown)}.`)
    if (text !== null) await saveTemplate(deps.db, { name, text }, deps.now())
    else if (!(await removeTemplate(deps.db, name)))
      throw new UsageError(line`There is no template ${name}.`)
    return {
      data: { name, text },
      print: [`The template ${name} is ${text === null ? 'removed' : 'saved'}.`],
      audit: { target: name, details: { removed: remove } },
    }
  },
})
