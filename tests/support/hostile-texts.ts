/** Sixty hostile user inputs. Each must be stored as written and shown as text. */

const RLO = '\u202e'
const ISOLATE = '\u2067'
const ZERO_WIDTH = '\u200b\ufeff\u200c\u200d\u2060'

const SCRIPTS = [
  '<script>window.broken = 1</script>',
  '</script><script>window.broken = 1</script>',
  '<img src=x onerror="window.broken = 1">',
  '<svg/onload=window.broken=1>',
  '"><iframe srcdoc="<script>parent.broken=1</script>">',
  '<a href="javascript:window.broken=1">text</a>',
  "'; window.broken = 1; //",
  '{{constructor.constructor("window.broken=1")()}}',
  '${window.broken = 1}',
  '<style>body { display: none }</style>',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example/">',
  '<form action="https://evil.example/"><input name=q></form>',
  '<!-- <script>window.broken=1</script> -->',
  '--><script>window.broken=1</script>',
  '<![CDATA[<script>window.broken=1</script>]]>',
  '&lt;script&gt;window.broken=1&lt;/script&gt;',
  '<math><mtext><script>window.broken=1</script></mtext></math>',
  '<details open ontoggle="window.broken=1">x</details>',
  '\\u003cscript\\u003ewindow.broken=1\\u003c/script\\u003e',
]
const DATABASE = [
  "'; drop table users; --",
  "Robert'); DELETE FROM comments; --",
  '1 or 1=1',
  "' union select password_hash from users --",
  '%_%\\',
  '$1 $2 $$ $tag$',
  '{"__proto__": {"isPrimary": true}}',
  '__proto__ constructor toString hasOwnProperty',
  '../../../../etc/passwd',
  'null undefined NaN true false',
]
const DIRECTIONS = [
  `${RLO}gnp.exe`,
  `متن ${RLO}وارونه`,
  `${ISOLATE}هرگز بسته نمی‌شود`,
  `\u2066left to right\u2069 و باز فارسی`,
  `\u202aembedding\u202c\u202bوارونه\u202c`,
  `\u200f\u200e\u061cنشانه‌ها`,
  `${RLO}${RLO}${RLO}${ISOLATE}text`,
  'English then فارسی then English (۱۲۳) 456!',
  'עברית ועם العربية وفارسی',
  '((((فارسی]]]] abc {{{',
]
const INVISIBLE = [
  `a${ZERO_WIDTH}b${ZERO_WIDTH}c`,
  `${ZERO_WIDTH}پنهان${ZERO_WIDTH}`,
  'line\u2028separator\u2029paragraph',
  'three\nlines\r\nhere\u0085and one',
  'tab\tand\u00a0blank\u3000wide',
  'soft\u00adhyphen\u00adated\u00adword',
  `\ufff9annotation\ufffa\ufffb`,
  'tag\u{e0067}\u{e0062}\u{e007f}s',
]
const SIZES = [
  'ا\u0308\u0301\u0323\u0332\u0338'.repeat(12),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!͖̬̰̙̗̿̋ͥͥ̂ͣ̐́́͜͞',
  '👨‍👩‍👧‍👦'.repeat(20),
  '🇮🇷🏴‍☠️👍🏽'.repeat(20),
  '𝒜𝓊𝓉𝒽ℴ𝓇 ﷽ ﷺ',
  'بدون‌فاصله‌ای‌بسیار‌دراز'.repeat(6),
  'W'.repeat(110),
  'https://example.com/?'.concat('q'.repeat(80)),
]
const ODD = [
  '٪۱۰۰ ۰۹۱۲۰۰۰۰۰۰۱ <bdi>',
  'ي ك ة ۀ ىٰ ﻻ ﷲ',
  `&nbsp;&#x202e;&amp;&quot;&apos;`,
  '\u0007bell \u001b[31mred\u001b[0m',
]

export const HOSTILE: readonly string[] = [
  ...SCRIPTS,
  ...DATABASE,
  ...DIRECTIONS,
  ...INVISIBLE,
  ...SIZES,
  ...ODD,
]

/** A text that is longer than any field allows. */
export const TEN_THOUSAND_EMOJI = '😀'.repeat(10_000)
