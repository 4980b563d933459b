import { z } from 'zod'
import { ImportRecord } from '#src/contract/import.ts'

/** The JSON schema of a line; docs/import.schema.json is this, and a test keeps it so. */
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
