/** Writes docs/permissions.md: the access level of every call. */
import { endpoints } from '#src/contract/all.ts'
import { ACCESS_LEVELS, type AccessLevel, type Endpoint } from '#src/contract/endpoint.ts'
import { FRESH_SECONDS } from '#src/contract/limits.ts'
import { rolesTable } from '#src/service/operations/staff/roles.ts'

const HEADINGS: Record<AccessLevel, string> = {
  anonymous: 'Anonymous',
  limited: 'The holder of a token for choosing a device',
  user: 'A signed-in user, before a profile is chosen',
  profile: 'Any profile',
  adult: 'An adult profile',
  primary: 'The primary profile',
}

const INTRODUCTION = `# Who may do what

Generated from the contract by \`npm run docs\`; a test compares. Each endpoint names its level in \`access\`,
\`src/service/accounts/session/permission.ts\` enforces it, and \`tests/service/accounts/access/permissions.long.test.ts\` calls every endpoint at every level.

| who calls | below the level of the endpoint |
|---|---|
| anonymous, or an expired token | 401 \`unauthorized\` |
| a blocked user: every session has ended, and each way of signing in is refused | 401 \`unauthorized\`, 403 \`account_blocked\` |
| a user without a profile | 401 \`profile_unauthorized\` |
| a profile token that is wrong, old or of another session | 401 \`profile_unauthorized\`, at every endpoint |
| a child's session without its profile token | as a user without a profile, and closed to children where they are |
| a kid or teen profile | 403 \`profile_not_have_permission\`, with words for a child |
| another adult profile, if the primary one is needed | 403 \`profile_not_have_permission\` |
| the primary profile, if a proof is needed and the last one is older than ${FRESH_SECONDS / 60} minutes | 403 \`reauth_required\` |

A session re-authenticates by signing in with a code or the password, or later by \`confirmReauth\`. Sign-in through a partner or on a
television is not a proof. "proof: a code" means that the password is not enough.

\`/api/openapi.json\` is open to everybody, and so is \`/api/docs\`, the reference, in the demo and with \`API_DOCS=on\`.
`

const CONSOLE = `## The team in the console

What each role may do at the [console](console.md) is one table, \`src/service/operations/staff/roles.ts\`.
\`tests/service/operations/console/roles.test.ts\` calls every action as every role. An action of the terminal is refused to everybody.
A list of the console is open to the roles that may use its command, such as \`payments.list\`.
`

export function permissions(): string {
  const sections = ACCESS_LEVELS.map(access => {
    const rows = endpoints
      .filter(({ endpoint }) => endpoint.access === access)
      .toSorted((a, b) => (addressOf(a) < addressOf(b) ? -1 : 1))
    return `## ${HEADINGS[access]} (\`${access}\`)\n\n${table(rows)}`
  })
  return `${[INTRODUCTION, ...sections, CONSOLE, rolesTable()].join('\n')}\n`
}

type Row = (typeof endpoints)[number]
const addressOf = ({ endpoint }: Row) => `${endpoint.path} ${endpoint.method}`

function table(rows: readonly Row[]): string {
  const lines = rows.map(({ name, endpoint, schemas }) => {
    const { method, path } = endpoint
    return `| \`${name}\` | ${method} \`${path}\` | ${schemas.summary} | ${remark(endpoint)} |`
  })
  return ['| call | address | what | also |', '|---|---|---|---|', ...lines, ''].join('\n')
}

function remark({ reauth, notForChildren }: Endpoint): string {
  if (reauth) return reauth === 'code' ? 'proof: a code' : 'proof: a code or the password'
  return notForChildren ? 'refused to kid and teen profiles' : ''
}
