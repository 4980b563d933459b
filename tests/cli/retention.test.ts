// Runs ./pardeh retention as operators do: one process per command, next to the site's database.
import { expect, test } from 'vitest'
import { EXPIRED_ROWS } from '#tests/support/expired-rows.ts'
import { operatorOnDatabase } from '#tests/support/operator-database.ts'

const LONG_AGO = new Date(Date.now() - 200 * 86_400_000)
const site = operatorOnDatabase()

async function run(...words: string[]): Promise<string> {
  return (await site.run('retention', ...words)).stdout
}

test('expired rows are counted, then deleted', { timeout: 120_000 }, async () => {
  for (const name of ['search_queries.created_at', 'sessions.created_at', 'notices.created_at'])
    await EXPIRED_ROWS[name]?.(site.db, LONG_AGO)
  const due = async () => {
    const { rows, ...rest } = JSON.parse(await run('--dry-run', '--json'))
    return { ...rest, rows: rows.filter((each: { rows: number }) => each.rows > 0) }
  }
  expect(await due()).toEqual({
    dry_run: true,
    complete: true,
    rows: [
      { row: 'sessions.created_at', action: 'clear', rows: 1 },
      { row: 'search_queries.created_at', action: 'delete', rows: 1 },
      { row: 'notices.created_at', action: 'delete', rows: 1 },
    ],
  })
  expect(await run('--dry-run')).toContain('nothing was changed')
  const said = await run()
  for (const words of ['sessions.created_at +clear +1', 'search_queries.created_at +delete +1'])
    expect(said).toMatch(new RegExp(`^${words}$`, 'm'))
  expect(said).toMatch(/3 rows\n$/)
  expect((await due()).rows).toEqual([])
})
