/** The texts that a company writes; each is the address of its page. */
export const TEXT_NAMES = ['rules', 'privacy', 'faq', 'about', 'accessibility'] as const
export type TextName = (typeof TEXT_NAMES)[number]
