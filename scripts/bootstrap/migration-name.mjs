const USAGE = `A migration needs a name in lower case, which says what it changes:

  npm run db:generate -- --name add_content_tagline`

/** True if the arguments of db:generate name the migration; otherwise prints the usage. drizzle-kit would invent a name. */
export function isMigrationNamed(args, complain = console.error) {
  const text = args.join(' ')
  if (args.includes('--custom') || args.includes('--help')) return true
  if (/--name[ =][a-z][a-z0-9_]*(?= |$)/.test(text)) return true
  complain(USAGE)
  return false
}
