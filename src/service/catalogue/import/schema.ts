import { z } from 'zod'
import { ImportMoment, ImportRecord } from '#src/contract/import.ts'
import { MOMENT_FORM } from '#src/lib/text/written-time.ts'

const WIDTH = 100

/** Returns the JSON schema of a line of an import file. */
export function importSchema(): object {
  return {
    title: 'A line of a Pardeh import file',
    ...z.toJSONSchema(ImportRecord, {
      io: 'input',
      target: 'draft-2020-12',
      unrepresentable: 'any',
      override({ zodSchema, jsonSchema }) {
        if (zodSchema !== ImportMoment) return
        // Editors would reject a Jalali time by the format of the stored one.
        for (const key of ['format', 'pattern']) delete jsonSchema[key]
        jsonSchema.description = `a Jalali or Gregorian time such as ${MOMENT_FORM}; in Tehran unless an offset is given`
      },
    }),
  }
}

/** Returns the text of docs/import.schema.json. */
export function importSchemaText(): string {
  return formatSchema(importSchema())
}

/** Formats a schema like the linter formats JSON: a short list stays on one line. */
export function formatSchema(schema: object): string {
  const spread = JSON.stringify(schema, null, 2)
  const short = spread.replace(
    /^(.*)\[\n([^[\]{}]*?)\n\s*\](,?)$/gm,
    (text, before, items, after) => {
      const line = `${before}[${items.trim().replace(/,\n\s*/g, ', ')}]${after}`
      return line.length <= WIDTH ? line : text
    },
  )
  return `${short}\n`
}
