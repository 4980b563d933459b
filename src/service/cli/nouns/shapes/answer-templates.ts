import { userText } from '#src/contract/fields.ts'
import { SUPPORT_TICKET } from '#src/contract/limits.ts'
import { counted } from '#src/lib/text/count.ts'
import {
  allTemplates,
  removeTemplate,
  saveTemplate,
  TEMPLATE_FIELDS,
  TEMPLATE_NAME,
  unknownFields,
} from '../../../support/answer-templates.ts'
import { readText } from '../../command.ts'
import { ArgumentsError, UsageError } from '../../framework/errors.ts'
import { flag, optional, parsed, word } from '../../framework/fields.ts'
import { action } from '../../framework/noun.ts'
import { line, names } from '../../terminal.ts'

/** `-` reads standard input. @throws UsageError where it is empty or too long */
export function answerText(given: string): string {
  const text = userText(1, SUPPORT_TICKET.max).safeParse(given === '-' ? readText('-') : given)
  if (text.success) return text.data
  throw new UsageError(`An answer has 1 to ${SUPPORT_TICKET.max} characters.`)
}

export const templates = action({
  summary: 'Shows the answers that are given often',
  effect: 'reads',
  run: async ({ deps }) => {
    const all = await allTemplates(deps.db)
    return {
      data: all.map(({ name, text, updatedAt }) => ({ name, text, updated_at: updatedAt })),
      print: [
        ...all.flatMap(({ name, text }) => [line`${name}`, { block: text }]),
        counted(all.length, 'template'),
      ],
    }
  },
})

export const template = action({
  summary: 'Adds or changes an answer that is given often, or removes it',
  details: `Its text may name ${TEMPLATE_FIELDS.map(field => `{${field}}`).join(' and ')} of the ticket.`,
  args: {
    name: parsed('NAME', 'such as update-app', given => {
      if (TEMPLATE_NAME.test(given)) return given
      throw new UsageError('is to be of small Latin letters, digits and hyphens, 40 at most.')
    }),
    text: optional(word('TEXT', 'the answer; - reads standard input')),
  },
  options: { remove: flag('removes it') },
  effect: 'changes',
  run: async ({ deps }, { name, text: given, remove }) => {
    if ((given === null) !== remove) throw new ArgumentsError('Give the text, or --remove.')
    const text = given === null ? null : answerText(given)
    const unknown = text === null ? [] : unknownFields(text)
    if (unknown.length > 0)
      throw new UsageError(`A ticket has no such field: ${names(unknown)}. Nothing was changed.`)
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
