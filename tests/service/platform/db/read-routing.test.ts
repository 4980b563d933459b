import { expect, test } from 'vitest'
import { endpoints } from '#src/contract/all.ts'
import { isCatalogueRead, isReadQuery } from '#src/service/platform/db/read-routing.ts'

test.each([
  'select id from contents where updated_at > now()',
  '  with found as (select 1) select * from found',
  'SELECT count(*) FROM contents',
])('%s may go to the replica', text => expect(isReadQuery(text)).toBe(true))

test.each([
  'insert into contents values (1)',
  'with gone as (delete from contents returning id) select * from gone',
  'select id from users for no key update',
  'select id from users for update',
  'select id from users for share',
  `select pg_notify('a', 'b')`,
  'select pg_advisory_xact_lock(1)',
  `select nextval('a')`,
  'begin',
])('%s goes to the primary', text => expect(isReadQuery(text)).toBe(false))

test('calls that may read what their caller wrote do not go to the replica', () => {
  const paths = endpoints
    .map(({ endpoint }) => endpoint)
    .filter(isCatalogueRead)
    .map(({ path }) => path)
  expect(paths).toContain('/video-contents')
  expect(paths.filter(path => /access-token|users|sso|payment|survey/.test(path))).toEqual([])
})
