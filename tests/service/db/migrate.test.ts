import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMigrated, migrate } from '#src/service/db/migrate.ts'
import { type OpenDatabase, openDatabase } from '#src/service/db/open.ts'
import { blankDatabase } from '#tests/support/database.ts'

describe('migrations', () => {
  let drop: () => Promise<void>
  const nodes: OpenDatabase[] = []

  beforeAll(async () => {
    const blank = await blankDatabase('template0')
    drop = blank.drop
    for (let node = 0; node < 4; node++) nodes.push(await openDatabase(blank.url, { size: 2 }))
  })

  afterAll(async () => {
    await Promise.all(nodes.map(node => node.close()))
    await drop()
  })

  it('run once and in order when several nodes start at once', async () => {
    const ran = await Promise.all(nodes.map(node => migrate(node.pool)))
    const all = ran.flat()
    expect(all.length).toBeGreaterThan(0)
    expect(new Set(all).size).toBe(all.length)
    expect(all).toEqual([...all].sort())
    expect(await isMigrated(nodes[0]!.pool)).toBe(true)
  })

  it('change nothing when they have run', async () => {
    expect(await migrate(nodes[0]!.pool)).toEqual([])
  })

  it('refuse a database that a newer version has used', async () => {
    const { pool } = nodes[0]!
    await pool.query("insert into migrations (tag, hash) values ('9999_future', '')")
    await expect(migrate(pool)).rejects.toThrow(/9999_future.*newer version/)
    await pool.query("delete from migrations where tag = '9999_future'")
  })

  it('refuse a database whose migrations were edited after they ran', async () => {
    const { pool } = nodes[0]!
    await pool.query("update migrations set hash = 'other' where tag like '0000%'")
    await expect(migrate(pool)).rejects.toThrow(/edited/)
  })
})
