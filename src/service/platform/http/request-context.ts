import type { ChildBand } from '#src/contract/values.ts'
import type { SessionMemo } from '../deps.ts'

/** The caller: the client's address, and the id of the request for the log. */
export type RequestContext = {
  address: string
  requestId: string
  /** Age band of children for which a page is made. Set by this process or another node, never by a client. */
  band?: ChildBand | undefined
  /** Sessions that this request has looked up: a page makes several calls for one visitor. */
  sessions?: SessionMemo | undefined
}
