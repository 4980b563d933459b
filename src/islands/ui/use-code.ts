import { useState } from 'react'
import type { CodeSent } from '#src/contract/session.ts'
import { type CodeFlow, createCode } from '#src/lib/profiles/code.store.ts'

/** A code by SMS for what a form confirms; `ask` sends it. */
export function useCode(ask: () => Promise<CodeSent>): CodeFlow {
  const [flow] = useState(() => createCode(ask, () => Date.now()))
  return flow
}
