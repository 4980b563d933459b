/** The colours of src/styles/theme.css that a brand may replace; each is a CSS variable of this name. */
export const COLOURS = [
  'bg',
  'raised',
  'overlay',
  'text',
  'muted',
  'faint',
  'action',
  'action-hover',
  'on-action',
  'accent',
  'good',
  'warn',
  'bad',
] as const
