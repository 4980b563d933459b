/** Lists and records for react-admin. Every change is an action (actions/), so the provider only reads. */
import type { DataProvider, RaRecord } from 'react-admin'
import { callStaffApi } from './call.ts'

type Rows = { rows: Record<string, unknown>[]; total: number }

/** The field that identifies a row, in lists whose rows have no id. */
const ROW_IDS: Readonly<Record<string, string>> = {
  vouchers: 'code',
  staff: 'email',
  jobs: 'name',
  messages: 'level',
}

function withId(resource: string, row: Record<string, unknown>, at = 0): RaRecord {
  const name = ROW_IDS[resource] ?? 'id'
  return { ...row, id: (row[name] ?? row.id ?? row.number ?? at) as string | number }
}

async function readRows(resource: string, query: Record<string, unknown>, signal?: AbortSignal) {
  const words = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null || value === '') continue
    words.set(name, value instanceof Date ? value.toISOString() : String(value))
  }
  const { rows, total } = await callStaffApi<Rows>(
    'GET',
    `/${resource}?${words}`,
    undefined,
    signal,
  )
  return { data: rows.map((row, at) => withId(resource, row, at)), total }
}

async function readRecord(resource: string, id: unknown) {
  const path = `/${resource}/${encodeURIComponent(String(id))}`
  const record = await callStaffApi<Record<string, unknown>>('GET', path)
  return { ...record, id: id as string }
}

function readOnly(): never {
  throw new Error('staff.failed')
}

export const dataProvider = {
  getList: (resource, { pagination, sort, filter, signal }) =>
    readRows(
      resource,
      {
        page: pagination?.page,
        perPage: pagination?.perPage,
        // `id` is the default of react-admin; without a field the server chooses the useful order.
        ...(sort && sort.field !== 'id'
          ? { sort: sort.field, order: sort.order.toLowerCase() }
          : {}),
        ...filter,
      },
      signal,
    ),
  getOne: async (resource, { id }) => ({ data: await readRecord(resource, id) }),
  getMany: async (resource, { ids }) => ({
    data: await Promise.all(ids.map(id => readRecord(resource, id))),
  }),
  getManyReference: (resource, { target, id, pagination, filter }) =>
    readRows(resource, {
      page: pagination.page,
      perPage: pagination.perPage,
      ...filter,
      [target]: id,
    }),
  create: readOnly,
  update: readOnly,
  updateMany: readOnly,
  delete: readOnly,
  deleteMany: readOnly,
} as DataProvider
