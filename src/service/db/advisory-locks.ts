/**
 * Keys of PostgreSQL's advisory locks, which one database shares among all that ask for one: each purpose has its own. A released key stays, since
 * nodes of two releases run beside each other.
 */
export const ADVISORY_LOCKS = {
  embeddedOwner: 7_273_134,
  migration: 7_273_135,
  import: 7_273_136,
  poolerSettings: 7_273_137,
  jobTables: 7_273_138,
  backup: 7_273_139,
  restore: 7_273_140,
  demoSeed: 7_273_141,
  fakeBankTables: 7_273_142,
} as const
