import { z } from 'zod'
import { ImportRecord } from '#src/contract/import.ts'

const WIDTH = 100

/** The JSON schema of a line of an import file. */
export function importSchema(): object {
  return {
    title: 'A line of a Pardeh import file',
    ...z.toJSONSchema(ImportRecord, {
      io: 'input',
      target: 'draft-2020-12',
      unrepresentable: 'any',
    }),
  }
}

/** The text of docs/import.schema.json. */
export function importSchemaText(): string {
  return schemaText(importSchema())
}

/** Formatted as the linter formats JSON: a short list stays on one line. */
export function schemaText(schema: object): string {
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
