/** Persian is the default, at the root; English lives under /en. */
export type { Language } from '#src/contract/fields.ts'
