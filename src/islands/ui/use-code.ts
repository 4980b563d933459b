import { useState } from 'react'
import { type AskCode, type CodeFlow, createCode } from '#src/lib/profiles/code.store.ts'

/** A code by SMS for what a form confirms; `ask` sends it. */
export function useCode(ask: AskCode): CodeFlow {
  const [flow] = useState(() => createCode(ask, () => Date.now()))
  return flow
}
