/** Characters that a terminal interprets: controls, bidi marks, line separators. Line feeds are allowed. */
export const CONTROL_CHARACTERS = /(?![\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu

/** A text that attacks the terminal with every kind of control character and fakes a line of output. */
export const TERMINAL_ATTACK = [
  'red \u001b[31m',
  'clipboard \u001b]52;c;cm0gLXJm\u0007',
  'title \u001b]0;root\u001b\\',
  'C1 \u009b2J\u009d52;c;eA==\u009c',
  'turned \u202egnp.exe\u202c \u2066isolated\u2069 \u200fmark\u061c',
  'line\r\nTicket 1 is completed.\u2028and\u2029more\u0085end',
  'tab\tbell\u0007back\u0008\u007f',
  'hidden \u00ad\ufeff\u{e0041}',
].join(' ')

/** The same text without line breaks, which single-line fields reject. */
export const TERMINAL_ATTACK_LINE = TERMINAL_ATTACK.replaceAll(/[\r\n]/g, ' ')
