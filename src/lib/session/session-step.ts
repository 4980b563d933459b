/** Sign-in steps that follow once the session exists. The address names them, so that a reload keeps them. */
export const SESSION_STEPS = ['welcome', 'new password'] as const
export type SessionStep = (typeof SESSION_STEPS)[number]

export const isSessionStep = (step: string): step is SessionStep =>
  SESSION_STEPS.some(one => one === step)
