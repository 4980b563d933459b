// The fake bank keeps its data in a database schema of its own, so that it still knows a payment after the site was
// killed, as real banks do. In the demo that is the site's database; a separate bank process has another one.
import { sql } from 'drizzle-orm'
import { lockTransaction } from '../../../db/advisory-locks.ts'
import { inTransaction, type Queryable } from '../../../db/open.ts'
import type { Deps } from '../../../deps.ts'

/** Dependencies of the fake bank. */
export type BankDeps = Pick<Deps, 'db'>

export type BankPayment = {
  gateway: string
  authority: string
  merchant: string
  amount: number
  callback_url: string
  description: string
  mobile: string | null
  order_id: string | null
  status: 'in_bank' | 'paid' | 'verified' | 'failed' | 'reversed'
  ref_id: number
  created_at: string
}

export const CARD = '603799******0006'

const TABLES = sql`
  create schema if not exists fake_bank;
  create table if not exists fake_bank.payments (
    gateway text not null, authority text not null, merchant text not null, amount bigint not null,
    callback_url text not null, description text not null, mobile text, order_id text,
    status text not null default 'in_bank', ref_id bigint generated always as identity (start with 100000001),
    created_at timestamptz not null default now(), primary key (gateway, authority));
  create table if not exists fake_bank.faults (
    id bigint generated always as identity primary key, call text not null, fault text not null, times int not null);
  create table if not exists fake_bank.mandates (
    token text primary key, authorization_id text unique, bank_code text not null, mobile text not null,
    callback_url text not null, monthly int not null, most bigint not null, expires_on date not null,
    status text not null default 'new', is_funded boolean not null default true,
    created_at timestamptz not null default now());
  create table if not exists fake_bank.withdrawals (
    id text primary key, authorization_id text not null, amount bigint not null, track_id text unique,
    status text not null, error_code text, description text,
    payment_number bigint generated always as identity (start with 700000001),
    created_at timestamptz not null default now())`

const ready = new WeakMap<Deps['db'], Promise<unknown>>()

/** Returns the database, with the bank's tables created. Nodes that start at the same time wait for each other. */
export async function bankDb({ db }: BankDeps): Promise<Deps['db']> {
  const making =
    ready.get(db) ??
    inTransaction(db, async tx => {
      await lockTransaction(tx, 'fakeBankTables')
      await tx.execute(TABLES)
    })
  ready.set(db, making)
  try {
    await making
  } catch (error) {
    ready.delete(db)
    throw error
  }
  return db
}

export type NewPayment = Omit<BankPayment, 'status' | 'ref_id' | 'created_at'>

export async function addPayment(db: Queryable, payment: NewPayment): Promise<void> {
  const { gateway, authority, merchant, amount, callback_url, description, mobile, order_id } =
    payment
  await db.execute(sql`
    insert into fake_bank.payments
      (gateway, authority, merchant, amount, callback_url, description, mobile, order_id)
    values (${gateway}, ${authority}, ${merchant}, ${amount}, ${callback_url}, ${description}, ${mobile}, ${order_id})`)
}

export async function findPayment(
  db: Queryable,
  gateway: string,
  authority: string,
): Promise<BankPayment | null> {
  const { rows } = await db.execute<BankPayment>(sql`
    select gateway, authority, merchant, amount::float8, callback_url, description, mobile, order_id, status,
      ref_id::float8, created_at
    from fake_bank.payments where gateway = ${gateway} and authority = ${authority}`)
  return rows[0] ?? null
}

export async function unverifiedPayments(db: Queryable, merchant: string): Promise<BankPayment[]> {
  const { rows } = await db.execute<BankPayment>(sql`
    select *, amount::float8 as amount from fake_bank.payments
    where merchant = ${merchant} and status = 'paid' order by created_at desc limit 100`)
  return rows
}

/** Changes the status of a payment. Returns false if it had another status, so that of two calls only one changes it. */
export async function movePayment(
  db: Queryable,
  { gateway, authority }: Pick<BankPayment, 'gateway' | 'authority'>,
  from: BankPayment['status'],
  to: BankPayment['status'],
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    update fake_bank.payments set status = ${to}
    where gateway = ${gateway} and authority = ${authority} and status = ${from} returning authority`)
  return rows.length > 0
}
