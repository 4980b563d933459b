import type { ChildBand } from '#src/contract/values.ts'

/** Who calls: the client's address, and the id of the request for the log. */
export type RequestContext = {
  address: string
  requestId: string
  /** The band of children that a page is made for. Set by this process or another of ours, never by a client. */
  band?: ChildBand | undefined
}
