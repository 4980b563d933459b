// Figures as paper cut-outs, with the feet at 0,0 and about 200 high. The caller sets the colour.

const man =
  '<circle cx="0" cy="-184" r="13"/><path d="M-25,-150C-23,-166 -9,-170 0,-170C9,-170 23,-166 25,-150L31,-72C26,-64 -26,-64 -31,-72ZM-20,-74L-18,0H-4L-1,-66H3L6,0H20L21,-74Z"/>'
const woman =
  '<path d="M0,-200C-17,-200 -19,-178 -16,-166C-27,-160 -29,-142 -29,-122L-36,-20C-20,-10 20,-10 36,-20L29,-122C29,-142 27,-160 16,-166C19,-178 17,-200 0,-200ZM-14,-18V0H-3V-14ZM3,-14V0H14V-18Z"/>'
const child =
  '<circle cx="0" cy="-112" r="14"/><path d="M-15,-88C-12,-98 12,-98 15,-88L20,-44H-20ZM-12,-46L-11,0H-2L0,-40L2,0H11L12,-46Z"/>'
const girl =
  '<path d="M0,-128C-15,-128 -17,-110 -14,-100L-22,-34H22L14,-100C17,-110 15,-128 0,-128ZM-10,-36V0H-3V-36ZM3,-36V0H10V-36Z"/>'
const umbrella =
  '<path d="M-74,-196C-62,-262 62,-262 74,-196C62,-206 48,-206 37,-196C26,-206 12,-206 0,-196C-12,-206 -26,-206 -37,-196C-48,-206 -62,-206 -74,-196ZM-2,-196H2V-120H-2ZM-1,-250H1V-262H-1Z"/>'
const hatted =
  '<path d="M-30,-190C-10,-184 10,-184 30,-190L24,-196H15C16,-214 -16,-214 -15,-196H-24ZM-13,-188C-13,-168 13,-168 13,-188ZM-32,-146C-28,-164 -12,-170 0,-170C12,-170 28,-164 32,-146L40,-46C20,-38 -20,-38 -40,-46ZM-20,-50L-18,0H-4L-1,-46H3L6,0H20L21,-50Z"/>'
const runner =
  '<circle cx="26" cy="-182" r="14"/><path d="M-6,-156C6,-172 22,-168 24,-156L10,-92L-22,-96ZM18,-152L52,-132L74,-148L80,-140L54,-116L12,-134ZM-4,-150L-40,-136L-50,-104L-60,-108L-50,-146L-2,-166ZM-18,-100L24,-78L34,-30L22,-28L10,-66L-26,-84ZM-20,-100L-42,-58L-84,-50L-86,-62L-54,-70L-38,-106Z"/><path d="M20,-30L44,-30L46,-22L20,-20ZM-96,-66L-84,-66L-80,-40L-90,-40Z"/>'
const climber =
  '<circle cx="10" cy="-186" r="13"/><path d="M-16,-164C-6,-176 14,-174 18,-160L12,-96H-20ZM-46,-158C-40,-172 -18,-172 -16,-158V-106H-44ZM14,-156L50,-130L46,-122L10,-138ZM-18,-100L-24,-52L-40,0H-26L-10,-48L0,-92ZM0,-98L20,-56L16,0H30L34,-60L12,-100Z"/><path d="M48,-138L56,0" stroke="currentColor" stroke-width="4"/>'
const sitting =
  '<circle cx="4" cy="-132" r="14"/><path d="M-22,-96C-18,-116 18,-118 20,-98L22,-54L60,-50L64,0H50L46,-36L-4,-34C-24,-34 -26,-60 -22,-96ZM-22,-40L-60,-40V-30H-22Z"/>'
const cloaked =
  '<path d="M0,-204C-20,-204 -22,-180 -18,-166C-40,-158 -50,-60 -58,0H58C50,-60 40,-158 18,-166C22,-180 20,-204 0,-204Z"/>'
const astronaut =
  '<circle cx="0" cy="-186" r="30"/><path d="M-38,-158C-20,-170 20,-170 38,-158C52,-150 58,-112 55,-84C52,-75 40,-75 38,-84L35,-118V-72H-35V-118L-38,-84C-40,-75 -52,-75 -55,-84C-58,-112 -52,-150 -38,-158ZM-35,-80L-39,-5C-38,3 -9,3 -8,-5L-2,-60H2L8,-5C9,3 38,3 39,-5L35,-80Z"/><ellipse cx="3" cy="-186" rx="20" ry="15" fill="#bfe9ff" opacity=".92"/><path d="M-9,-191Q0,-199 12,-195" stroke="#fff" stroke-width="3" fill="none" stroke-linecap="round"/><path d="M-14,-128h28v16h-28Z" fill="#bfe9ff" opacity=".35"/>'
const drummer =
  '<circle cx="0" cy="-184" r="14"/><path d="M-24,-150C-20,-168 20,-168 24,-150L26,-100L20,-70L18,0H4L0,-66L-4,0H-18L-20,-70ZM-24,-150L-58,-120L-40,-96L-34,-102L-44,-120L-18,-134ZM24,-150L60,-126L44,-98L38,-102L46,-122L18,-136Z"/><path d="M-40,-128C-52,-120 -52,-84 -40,-76H40C52,-84 52,-120 40,-128Z"/>'
const scarecrow =
  '<path d="M-4,-150H4V0H-4ZM-92,-150L92,-158V-146L-92,-136ZM-26,-206C-26,-176 26,-176 26,-206C20,-224 -20,-224 -26,-206ZM-44,-206H44L36,-216H22L14,-250L-16,-242L-24,-216H-36ZM-30,-168L-40,-70L-24,-84L-14,-62L0,-80L14,-60L26,-82L42,-70L30,-168ZM-92,-150L-104,-112L-88,-124L-78,-108L-72,-146ZM92,-156L104,-116L88,-128L78,-110L72,-150Z"/>'
const wrestler =
  '<circle cx="0" cy="-180" r="15"/><path d="M-40,-150C-30,-168 30,-168 40,-150L46,-118L84,-196L98,-188L60,-88L34,-100L26,-70L34,0H14L0,-58L-14,0H-34L-26,-70L-34,-100L-60,-88L-98,-188L-84,-196L-46,-118Z"/><path d="M-104,-206C-122,-246 -92,-262 -86,-214ZM104,-206C122,-246 92,-262 86,-214Z"/>'
const boxer =
  '<circle cx="6" cy="-184" r="15"/><path d="M-22,-152C-16,-170 22,-170 28,-152L26,-92L30,-50L24,0H8L4,-56L-14,-50L-22,0H-38L-30,-60L-24,-96ZM24,-152L56,-140L44,-172L58,-178L78,-130L62,-118L22,-130ZM-22,-150L-30,-122L8,-140L14,-128L-32,-100L-44,-108L-38,-142Z"/><circle cx="50" cy="-178" r="15"/><circle cx="18" cy="-138" r="15"/>'

export const people: Readonly<Record<string, string>> = {
  man,
  woman,
  child,
  girl,
  hatted,
  runner,
  climber,
  sitting,
  cloaked,
  astronaut,
  drummer,
  scarecrow,
  wrestler,
  boxer,
  couple: `<g transform="translate(-34 0)">${man}</g><g transform="translate(30 0)">${woman}</g>`,
  apart: `<g transform="translate(-150 0)">${man}</g><g transform="translate(150 0)">${woman}</g>`,
  sisters: `<g transform="translate(-70 0)">${woman}</g><g transform="translate(0 6) scale(.94)">${woman}</g><g transform="translate(66 0) scale(.9)">${woman}</g>`,
  fatherchild: `<g transform="translate(-26 0)">${man}</g><g transform="translate(30 0)">${child}</g>`,
  motherchild: `<g transform="translate(-26 0)">${woman}</g><g transform="translate(34 0)">${girl}</g>`,
  underumbrella: man + umbrella,
  twounder: `<g transform="translate(-24 0)">${man}</g><g transform="translate(24 0) scale(.96)">${woman}</g><g transform="translate(0 -8) scale(1.25)">${umbrella}</g>`,
  climbers: `<g transform="translate(-120 30) scale(.8)">${climber}</g><g transform="translate(0 0) scale(.8)">${climber}</g><g transform="translate(110 -34) scale(.8)">${climber}</g>`,
  kids: `<g transform="translate(-54 0)">${child}</g><g>${girl}</g><g transform="translate(52 0) scale(.92)">${child}</g>`,
  crowd: `<g transform="translate(-130 0)">${man}</g><g transform="translate(-78 6)">${woman}</g><g transform="translate(-24 0)">${hatted}</g><g transform="translate(34 4)">${woman}</g><g transform="translate(86 0)">${man}</g><g transform="translate(134 0)">${girl}</g>`,
  soldiers: `<g transform="translate(-96 10)">${climber}</g><g transform="translate(0 0)">${climber}</g><g transform="translate(96 8)">${climber}</g>`,
}
