/**
 * The order in which a transaction locks rows of these tables. Transactions that lock in one order never wait for each other in a circle.
 * The tests of the service watch every transaction (tests/support/watch-lock-order.ts). Rows taken with `skip locked` wait for no one.
 */
export const LOCK_ORDER = ['dd_contracts', 'transactions', 'users', 'vouchers'] as const
