/** Statements that this process sends to PostgreSQL. Unlike a time, their number is the same on every machine. */
import pg from 'pg'
import { vi } from 'vitest'

type Sent = { submit: (connection: unknown) => unknown; text: string }

/** Runs `work` and returns the texts of the statements that were sent meanwhile, in order. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const submit = vi.spyOn(pg.Query.prototype as unknown as Sent, 'submit')
  try {
    await work()
    return submit.mock.contexts.map(query => (query as Sent).text)
  } finally {
    submit.mockRestore()
  }
}
