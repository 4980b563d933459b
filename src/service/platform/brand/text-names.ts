/** The texts that a company writes. Each name is also the address of its page. */
export const TEXT_NAMES = ['rules', 'privacy', 'faq', 'about', 'accessibility'] as const
export type TextName = (typeof TEXT_NAMES)[number]
