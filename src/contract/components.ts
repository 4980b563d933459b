/** Names of the schemas that the API description lists as components: every exported schema of the contract, by its export's name. */
import { z } from 'zod'
import * as access from './access.ts'
import * as checkout from './checkout.ts'
import * as cinema from './cinema.ts'
import * as content from './content.ts'
import * as envelope from './envelope.ts'
import * as fields from './fields.ts'
import * as library from './library.ts'
import * as live from './live.ts'
import * as pages from './pages.ts'
import * as player from './player.ts'
import * as profiles from './profiles.ts'
import * as proofOfWork from './proof-of-work.ts'
import * as search from './search.ts'
import * as session from './session.ts'
import * as support from './support.ts'
import * as surveys from './surveys.ts'

/** Schemas that are no entity of their own: `Envelope` is written out in every reply, the others describe parts of fields, headers and queries. */
const UNNAMED = new Set([
  'Count',
  'Envelope',
  'Nothing',
  'PageQuery',
  'ProofOfWork',
  'TimestampInput',
])

const modules = [
  access,
  checkout,
  cinema,
  content,
  envelope,
  fields,
  library,
  live,
  pages,
  player,
  profiles,
  proofOfWork,
  search,
  session,
  support,
  surveys,
]

/** The registry from which zod reads the name of a component. */
export const componentRegistry = z.registry<{ id: string }>()

for (const module of modules)
  for (const [id, value] of Object.entries(module))
    if (/^[A-Z][a-z]/.test(id) && !UNNAMED.has(id) && value instanceof z.ZodType)
      if (!componentRegistry.has(value)) componentRegistry.add(value, { id })
