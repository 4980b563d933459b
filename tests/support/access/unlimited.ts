import type { Deps } from '#src/service/platform/deps.ts'

const TAKEN = { isTaken: true, taken: 1, until: 0, wait: 0 }

/** Turns rate limits off and makes every bank unreachable, for tests that send hundreds of calls. */
export const unlimited: Partial<Deps> = {
  limits: {
    secure: async () => {},
    volume: async () => {},
    take: async () => TAKEN,
    takeInTurn: async limits => limits.map(() => TAKEN),
    giveBack: async () => {},
    taken: async () => 0,
    forget: async () => {},
  },
  selfOrigin: () => 'http://127.0.0.1:9',
}
