// Things in colours of the palette, which c(name) returns. Their feet are at 0,0, and they are about 200 high.
import type { Palette } from '../palettes.ts'
import { mix } from '../palettes.ts'

export type Thing = (p: Palette) => string

const wheel = (x: number, p: Palette) =>
  `<circle cx="${x}" cy="-22" r="22" fill="${p.near}"/><circle cx="${x}" cy="-22" r="10" fill="${mix(p.near, p.light, 0.6)}"/>`

const car: Thing = p =>
  `<path d="M-150,-26C-156,-60 -150,-72 -120,-76L-80,-80L-56,-118C-52,-124 -46,-126 -38,-126H44C52,-126 58,-122 64,-116L92,-80L138,-72C152,-68 154,-50 150,-26Z" fill="${p.accent}"/><path d="M-66,-82L-46,-112C-44,-116 -40,-117 -36,-117H-4V-82ZM6,-117H40C46,-117 50,-114 54,-110L74,-82H6Z" fill="${mix(p.light, p.top, 0.2)}"/><path d="M-152,-48H152V-40H-152Z" fill="${p.near}" opacity=".35"/><circle cx="140" cy="-56" r="8" fill="${p.light}"/>${wheel(-92, p)}${wheel(92, p)}`
const loaded: Thing = p =>
  `${car(p)}<path d="M-40,-128h90v-36h-90ZM-30,-164h60v-26h-60ZM-20,-190h44v-20h-44Z" fill="${p.mid}"/><path d="M-40,-146h90M-30,-178h60" stroke="${p.near}" stroke-width="4"/>`
const bus: Thing = p =>
  `<rect x="-150" y="-150" width="300" height="128" rx="16" fill="${p.accent}"/><path d="M-134,-132h52v44h-52ZM-74,-132h52v44h-52ZM-14,-132h52v44h-52ZM46,-132h52v44h-52ZM106,-132h34v62h-34Z" fill="${p.light}"/>${wheel(-90, p)}${wheel(90, p)}`
const ambulance: Thing = p =>
  `<path d="M-150,-26V-140H60L110,-92H146V-26Z" fill="${p.light}"/><path d="M66,-128L100,-92H66Z" fill="${p.near}"/><path d="M-70,-104h20v-20h20v20h20v20h-20v20h-20v-20h-20Z" fill="${p.accent}"/><rect x="-20" y="-152" width="50" height="12" fill="${p.accent}"/>${wheel(-92, p)}${wheel(92, p)}`
const taxi: Thing = p =>
  `${car(p)}<rect x="-22" y="-142" width="46" height="16" rx="4" fill="${p.light}"/>`
const motorbike: Thing = p =>
  `${wheel(-70, p)}${wheel(70, p)}<path d="M-70,-22L-30,-70H30L70,-22M30,-70L44,-104H62" stroke="${p.near}" stroke-width="9" fill="none"/><path d="M-60,-78C-30,-92 20,-90 36,-72L10,-40H-30Z" fill="${p.accent}"/><circle cx="-6" cy="-172" r="17" fill="${p.near}"/><path d="M-34,-82C-32,-130 -20,-152 0,-152C16,-150 22,-130 56,-108L52,-98L8,-112L20,-50L10,-40L-12,-84Z" fill="${p.near}"/><rect x="-96" y="-140" width="56" height="56" rx="6" fill="${p.light}"/>`
const train: Thing = p =>
  `<path d="M-260,-20V-120C-260,-134 -252,-140 -240,-140H150C200,-140 240,-90 250,-20Z" fill="${p.near}"/><path d="M-236,-118h44v36h-44ZM-176,-118h44v36h-44ZM-116,-118h44v36h-44ZM-56,-118h44v36h-44ZM4,-118h44v36h-44ZM64,-118h44v36h-44ZM128,-118h30c24,4 40,20 50,36h-80Z" fill="${p.accent}"/><path d="M-260,-60H246l4,14H-260Z" fill="${p.light}" opacity=".8"/>`
const boat: Thing = p =>
  `<path d="M-130,-40C-110,14 100,16 150,-66L128,-60L80,-44L-110,-50Z" fill="${p.near}"/><path d="M-6,-48V-240M-6,-240L-120,-60" stroke="${p.near}" stroke-width="6"/><path d="M0,-236C80,-190 100,-110 96,-66L0,-60Z" fill="${p.light}"/><path d="M-14,-214L-96,-66L-14,-60Z" fill="${mix(p.light, p.low, 0.5)}"/>`
const rowboat: Thing = p =>
  `<path d="M-110,-34C-80,8 80,8 110,-34Z" fill="${p.near}"/><path d="M40,-40L110,10" stroke="${p.near}" stroke-width="6"/><circle cx="-10" cy="-96" r="13" fill="${p.near}"/><path d="M-34,-34C-34,-70 -24,-80 -8,-80C8,-80 16,-66 44,-44L38,-36L12,-48L14,-30Z" fill="${p.near}"/>`
const ship: Thing = p =>
  `<path d="M-260,-60L-230,10H220L260,-80Z" fill="${p.near}"/><path d="M-210,-60h80v-44h-80ZM-126,-60h80v-70h-80ZM-42,-60h80v-44h-80ZM42,-60h60v-96h-60Z" fill="${mix(p.accent, p.near, 0.25)}"/><path d="M120,-64h90v-120h-90ZM130,-184h60v-40h-60Z" fill="${mix(p.far, p.near, 0.3)}"/><path d="M132,-164h14v12h-14ZM156,-164h14v12h-14ZM180,-164h14v12h-14Z" fill="${p.light}"/>`
const rig: Thing = p =>
  `<path d="M-120,40L-100,-130M120,40L100,-130M-40,40V-130M40,40V-130M-110,-40L110,20M110,-40L-110,20" stroke="${p.near}" stroke-width="10"/><path d="M-160,-170H160V-126H-160ZM-140,-220h90v50h-90ZM40,-210h90v40h-90ZM-30,-170L-6,-370H6L30,-170Z" fill="${p.near}"/><path d="M-130,-206h12v12h-12ZM-106,-206h12v12h-12ZM-82,-206h12v12h-12ZM60,-196h12v12h-12ZM90,-196h12v12h-12Z" fill="${p.accent}"/><path d="M160,-160L240,-260" stroke="${p.near}" stroke-width="8"/><path d="M240,-256C222,-290 236,-306 246,-330C262,-300 268,-276 240,-256Z" fill="${p.accent}"/>`
const balloon: Thing = p => {
  const stripes = [-80, -40, 0, 40, 80].map(
    (x, at) =>
      `<path d="M0,-60C${x - 24},-100 ${x - 34},-200 0,-330C${x + 34},-200 ${x + 24},-100 0,-60Z" fill="${at % 2 ? p.light : p.accent}" opacity="${at % 2 ? 0.5 : 0.35}"/>`,
  )
  return `<path d="M0,-330C120,-330 150,-230 120,-160C98,-110 50,-84 30,-56H-30C-50,-84 -98,-110 -120,-160C-150,-230 -120,-330 0,-330Z" fill="${p.accent}"/>${stripes.join('')}<path d="M-26,-54L-20,-20M26,-54L20,-20" stroke="${p.near}" stroke-width="3"/><path d="M-26,-24H26L20,10H-20Z" fill="${p.near}"/>`
}
const kite: Thing = p =>
  `<path d="M0,-220L70,-130L0,-10L-70,-130Z" fill="${p.accent}"/><path d="M0,-220V-10M-70,-130H70" stroke="${p.light}" stroke-width="5"/><path d="M0,-10C30,30 -30,60 10,110C30,140 0,170 10,200" stroke="${p.near}" stroke-width="4" fill="none"/><path d="M6,44l22,-12v24ZM6,44l-22,-12v24ZM8,118l22,-12v24ZM8,118l-22,-12v24Z" fill="${p.light}"/>`
const rocket: Thing = p =>
  `<path d="M0,-300C50,-250 60,-160 50,-60H-50C-60,-160 -50,-250 0,-300Z" fill="${p.light}"/><path d="M0,-300C20,-280 32,-258 40,-232H-40C-32,-258 -20,-280 0,-300ZM-50,-120L-96,-40L-50,-52ZM50,-120L96,-40L50,-52Z" fill="${p.accent}"/><circle cx="0" cy="-180" r="24" fill="${p.near}"/><circle cx="0" cy="-180" r="15" fill="${p.mid}"/><path d="M-26,-56H26C30,-20 12,0 0,40C-12,0 -30,-20 -26,-56Z" fill="${p.accent}"/>`
const saucer: Thing = p =>
  `<path d="M-200,-40C-140,-90 140,-90 200,-40C140,-8 -140,-8 -200,-40Z" fill="${p.near}"/><path d="M-70,-70C-60,-130 60,-130 70,-70Z" fill="${p.low}"/><circle cx="-110" cy="-36" r="9" fill="${p.accent}"/><circle cx="0" cy="-26" r="9" fill="${p.accent}"/><circle cx="110" cy="-36" r="9" fill="${p.accent}"/>`
const robot: Thing = p =>
  `<rect x="-60" y="-220" width="120" height="90" rx="22" fill="${p.light}"/><circle cx="-24" cy="-176" r="16" fill="${p.accent}"/><circle cx="24" cy="-176" r="16" fill="${p.accent}"/><path d="M0,-220v-36" stroke="${p.near}" stroke-width="7"/><circle cx="0" cy="-262" r="11" fill="${p.accent}"/><rect x="-70" y="-122" width="140" height="90" rx="16" fill="${mix(p.light, p.mid, 0.3)}"/><path d="M-70,-104h-34v50M70,-104h34v50M-34,-32v32M34,-32v32" stroke="${p.near}" stroke-width="16" fill="none" stroke-linecap="round"/><rect x="-36" y="-100" width="72" height="36" rx="6" fill="${p.near}"/><path d="M-26,-82h10l6,-10l10,20l8,-14l6,4h12" stroke="${p.accent}" stroke-width="4" fill="none"/>`
const samovar: Thing = p =>
  `<path d="M-60,0H60L46,-24H-46ZM-20,-24H20V-50H-20ZM-76,-180C-90,-110 -50,-60 0,-50C50,-60 90,-110 76,-180C70,-196 -70,-196 -76,-180Z" fill="${p.accent}"/><path d="M-60,-176C-66,-130 -46,-90 -28,-76" stroke="${p.light}" stroke-width="9" fill="none" opacity=".6"/><path d="M-80,-190H80V-204H-80ZM-36,-204H36L30,-226H-30Z" fill="${p.near}"/><path d="M-40,-226H40C60,-250 52,-290 30,-296H-30C-52,-290 -60,-250 -40,-226ZM50,-262C70,-262 76,-246 92,-276" fill="${p.light}" stroke="${p.near}" stroke-width="5"/><path d="M-78,-150h-30v40h22M78,-150h30v40h-22M0,-96h34M34,-106v26" stroke="${p.near}" stroke-width="9" fill="none"/>`
const teapot: Thing = p =>
  `<path d="M-70,0H70C104,-40 100,-110 60,-136H-60C-100,-110 -104,-40 -70,0Z" fill="${p.accent}"/><path d="M88,-80C130,-84 120,-130 150,-138" stroke="${p.accent}" stroke-width="22" fill="none"/><path d="M-90,-110C-150,-110 -146,-24 -80,-24" stroke="${p.accent}" stroke-width="14" fill="none"/><path d="M-44,-136H44L30,-160H-30Z" fill="${p.near}"/><circle cx="0" cy="-168" r="11" fill="${p.near}"/><path d="M-20,-190c-20,-30 20,-40 0,-74M24,-190c-20,-30 20,-40 0,-74" stroke="${p.light}" stroke-width="8" fill="none" stroke-linecap="round" opacity=".8"/>`
const tie: Thing = p =>
  `<path d="M-34,-300H34L22,-250L60,-50L0,10L-60,-50L-22,-250Z" fill="${p.accent}"/><path d="M-30,-150L38,-190L44,-160L-36,-114ZM-44,-80L54,-134L60,-104L-50,-46Z" fill="${p.light}"/><path d="M-34,-300H34L22,-250H-22Z" fill="${p.near}"/>`
const moustache: Thing = p =>
  `<path d="M0,-90C-30,-140 -110,-140 -150,-80C-170,-50 -200,-50 -220,-80C-220,-20 -160,0 -110,-6C-60,-12 -20,-40 0,-70C20,-40 60,-12 110,-6C160,0 220,-20 220,-80C200,-50 170,-50 150,-80C110,-140 30,-140 0,-90Z" fill="${p.near}"/>`
const melon: Thing = p =>
  `<path d="M-190,-160H190C190,-50 110,20 0,20C-110,20 -190,-50 -190,-160Z" fill="#2f8f4e"/><path d="M-172,-160H172C172,-60 98,2 0,2C-98,2 -172,-60 -172,-160Z" fill="${p.light}"/><path d="M-158,-160H158C158,-70 90,-12 0,-12C-90,-12 -158,-70 -158,-160Z" fill="#e63946"/><path d="M-90,-130l8,18l-14,0ZM-30,-120l8,18l-14,0ZM40,-130l8,18l-14,0ZM100,-126l8,18l-14,0ZM-60,-80l8,18l-14,0ZM10,-76l8,18l-14,0ZM70,-84l8,18l-14,0ZM0,-40l8,18l-14,0Z" fill="${p.near}"/>`
const key: Thing = p =>
  `<path d="M0,-300A62,62 0 1 1 -1,-300ZM0,-272A34,34 0 1 0 1,-272Z" fill="${p.accent}" fill-rule="evenodd"/><path d="M-14,-182H14V10H-14ZM14,-60H56V-30H14ZM14,-14H44V10H14Z" fill="${p.accent}"/>`
const lock: Thing = p =>
  `<path d="M-60,-140V-190C-60,-280 60,-280 60,-190V-140" stroke="${mix(p.light, p.near, 0.25)}" stroke-width="26" fill="none"/><rect x="-100" y="-150" width="200" height="160" rx="18" fill="${p.accent}"/><path d="M0,-110A24,24 0 0 1 12,-66L18,-24H-18L-12,-66A24,24 0 0 1 0,-110Z" fill="${p.near}"/>`
const clock: Thing = p =>
  `<circle cx="0" cy="-140" r="150" fill="${p.near}"/><circle cx="0" cy="-140" r="132" fill="${p.light}"/>${Array.from({ length: 12 }, (_, at) => `<rect x="-4" y="-262" width="8" height="${at % 3 ? 16 : 30}" fill="${p.near}" transform="rotate(${at * 30} 0 -140)"/>`).join('')}<circle cx="0" cy="-140" r="9" fill="${p.accent}"/>`
const lamp: Thing = p =>
  `<path d="M-60,0H60V-16H-60ZM-46,-16L-30,-40H30L46,-16ZM-50,-40C-66,-90 -66,-130 -40,-170H40C66,-130 66,-90 50,-40Z" fill="${p.near}"/><path d="M-38,-48C-52,-92 -50,-126 -30,-162H30C50,-126 52,-92 38,-48Z" fill="${p.low}"/><path d="M0,-150C24,-120 24,-90 0,-64C-24,-90 -24,-120 0,-150Z" fill="${p.light}"/><path d="M-46,-170H46L26,-204H-26ZM-34,-204C-40,-260 40,-260 34,-204" fill="none" stroke="${p.near}" stroke-width="8"/><path d="M-46,-170H46L26,-204H-26Z" fill="${p.near}"/>`
const pomegranate: Thing = p =>
  `<path d="M0,0C-100,0 -120,-90 -90,-150C-70,-186 -40,-196 -26,-200L-40,-246L-14,-224L0,-256L14,-224L40,-246L26,-200C40,-196 70,-186 90,-150C120,-90 100,0 0,0Z" fill="${p.accent}"/><path d="M20,-20C70,-34 86,-100 60,-146C30,-120 0,-70 20,-20Z" fill="${mix(p.accent, p.near, 0.45)}"/>${[
    [34, -60],
    [52, -80],
    [40, -96],
    [60, -110],
    [46, -126],
    [30, -84],
  ]
    .map(
      ([x, y]) =>
        `<ellipse cx="${x}" cy="${y}" rx="8" ry="10" fill="${mix(p.accent, p.light, 0.55)}"/>`,
    )
    .join('')}`
const ring: Thing = p =>
  `<path d="M0,-190A95,95 0 1 1 -1,-190ZM0,-160A65,65 0 1 0 1,-160Z" fill="${p.accent}" fill-rule="evenodd"/><path d="M-40,-196L-20,-240H20L40,-196L0,-160Z" fill="${p.light}"/><path d="M-40,-196H40L0,-160ZM-20,-240L0,-196L20,-240" fill="none" stroke="${p.near}" stroke-width="4"/>`
const coin: Thing = p =>
  `<circle cx="0" cy="-140" r="140" fill="${p.accent}"/><circle cx="0" cy="-140" r="122" fill="none" stroke="${p.near}" stroke-width="4" stroke-dasharray="3 9"/><path d="M-60,-60C-60,-110 -40,-116 -30,-124C-60,-150 -50,-220 0,-226C40,-226 52,-196 50,-170L64,-150L50,-144C52,-120 36,-116 16,-118C20,-100 50,-96 60,-60Z" fill="${mix(p.accent, p.near, 0.55)}"/><path d="M-46,-222L-30,-252L-12,-234L4,-260L20,-234L40,-248L44,-216C20,-232 -20,-236 -46,-222Z" fill="${mix(p.accent, p.near, 0.55)}"/>`
const cassette: Thing = p =>
  `<rect x="-170" y="-210" width="340" height="210" rx="16" fill="${p.accent}"/><rect x="-140" y="-186" width="280" height="112" rx="8" fill="${p.light}"/><rect x="-100" y="-150" width="200" height="56" rx="28" fill="${p.near}"/><circle cx="-62" cy="-122" r="20" fill="${p.light}"/><circle cx="62" cy="-122" r="20" fill="${p.light}"/><path d="M-120,-172H120" stroke="${p.mid}" stroke-width="6"/><path d="M-90,0L-76,-46H76L90,0Z" fill="${mix(p.accent, p.near, 0.4)}"/>`
const letter: Thing = p =>
  `<rect x="-150" y="-200" width="300" height="200" rx="6" fill="${p.light}"/><path d="M-150,-196L0,-84L150,-196" stroke="${p.near}" stroke-width="6" fill="none"/><circle cx="0" cy="-84" r="30" fill="${p.accent}"/><path d="M-150,-4L-50,-116M150,-4L50,-116" stroke="${p.near}" stroke-width="3" opacity=".4"/>`
const radio: Thing = p =>
  `<rect x="-150" y="-160" width="300" height="160" rx="20" fill="${p.accent}"/><circle cx="-76" cy="-80" r="56" fill="${p.near}"/>${[14, 28, 42].map(r => `<circle cx="-76" cy="-80" r="${r}" fill="none" stroke="${p.light}" stroke-width="3" opacity=".6"/>`).join('')}<rect x="10" y="-136" width="116" height="44" rx="6" fill="${p.light}"/><path d="M70,-136v44" stroke="${p.near}" stroke-width="4"/><circle cx="36" cy="-46" r="20" fill="${p.light}"/><circle cx="98" cy="-46" r="20" fill="${p.light}"/><path d="M120,-160L180,-290" stroke="${p.near}" stroke-width="6"/>`
const film: Thing = p =>
  `<circle cx="0" cy="-140" r="140" fill="${p.near}"/><circle cx="0" cy="-140" r="128" fill="${p.accent}"/>${[0, 72, 144, 216, 288].map(turn => `<circle cx="0" cy="-214" r="38" fill="${p.near}" transform="rotate(${turn} 0 -140)"/>`).join('')}<circle cx="0" cy="-140" r="20" fill="${p.near}"/>`
const ball: Thing = p =>
  `<circle cx="0" cy="-110" r="110" fill="${p.light}"/><path d="M0,-150L38,-122L24,-78H-24L-38,-122ZM0,-220L34,-204L20,-180H-20L-34,-204ZM106,-130L96,-92L74,-102L80,-140ZM-106,-130L-96,-92L-74,-102L-80,-140ZM66,-24L38,-6L30,-32L56,-52ZM-66,-24L-38,-6L-30,-32L-56,-52Z" fill="${p.near}"/><circle cx="0" cy="-110" r="110" fill="none" stroke="${p.near}" stroke-width="6"/>`
const bread: Thing = p =>
  `<path d="M-60,10C-100,-80 -90,-240 0,-290C90,-240 100,-80 60,10C30,26 -30,26 -60,10Z" fill="${p.low}"/><path d="M-40,-220h80M-56,-180h112M-62,-140h124M-64,-100h128M-62,-60h124M-58,-20h116" stroke="${mix(p.low, p.near, 0.4)}" stroke-width="9" stroke-linecap="round" stroke-dasharray="20 12"/>`
const crown: Thing = p =>
  `<path d="M-120,0L-146,-150L-70,-84L0,-190L70,-84L146,-150L120,0Z" fill="${p.accent}"/><path d="M-120,0H120V-30H-120Z" fill="${p.near}"/><circle cx="0" cy="-196" r="14" fill="${p.light}"/><circle cx="-148" cy="-156" r="12" fill="${p.light}"/><circle cx="148" cy="-156" r="12" fill="${p.light}"/><circle cx="0" cy="-76" r="16" fill="${p.mid}"/>`
const drum: Thing = p =>
  `<path d="M-110,-170V-30C-110,20 110,20 110,-30V-170Z" fill="${p.accent}"/><ellipse cx="0" cy="-170" rx="110" ry="36" fill="${p.light}"/><path d="M-110,-150L-56,0M-56,-134L0,6M0,-134L56,4M56,-138L110,-20M-110,-30L-56,-140M-56,-4L0,-134M0,6L56,-138M56,0L110,-150" stroke="${p.near}" stroke-width="5"/>`
const setar: Thing = p =>
  `<path d="M-8,-420H8V-150H-8Z" fill="${p.near}"/><path d="M0,0C-70,0 -76,-70 -40,-110C-24,-130 -16,-150 -10,-170H10C16,-150 24,-130 40,-110C76,-70 70,0 0,0Z" fill="${p.accent}"/><path d="M-3,-420V-20M3,-420V-20" stroke="${p.light}" stroke-width="1.6"/><path d="M-26,-410h18M-26,-390h18M8,-410h18M8,-390h18" stroke="${p.near}" stroke-width="6"/><path d="M-20,-24h40" stroke="${p.near}" stroke-width="6"/>`
const piano: Thing = p =>
  `<path d="M-170,0V-150H170V0H150V-40H-150V0ZM-170,-150L-150,-250H150L170,-150Z" fill="${p.near}"/><rect x="-158" y="-142" width="316" height="44" fill="${p.light}"/>${Array.from({ length: 13 }, (_, at) => `<rect x="${-146 + at * 23}" y="-142" width="11" height="27" fill="${p.near}"/>`).join('')}`
const hand: Thing = p =>
  `<path d="M-60,0V-120C-90,-150 -110,-180 -96,-190C-84,-196 -70,-170 -54,-156V-270C-54,-290 -26,-290 -26,-270V-190V-300C-26,-320 2,-320 2,-300V-190V-286C2,-306 30,-306 30,-286V-180V-250C30,-270 56,-270 56,-250V-120C56,-60 50,-40 50,0Z" fill="${p.near}"/>`
const thread: Thing = p =>
  `<path d="M-70,0H70V-24H-70ZM-70,-196H70V-220H-70ZM-46,-24H46V-196H-46Z" fill="${mix(p.light, p.near, 0.2)}"/><path d="${Array.from({ length: 12 }, (_, at) => `M-50,${-32 - at * 14}L50,${-38 - at * 14}`).join('')}" stroke="${p.accent}" stroke-width="12" stroke-linecap="round"/><path d="M50,-110C200,-160 160,60 320,-40C460,-120 500,60 700,0" stroke="${p.accent}" stroke-width="5" fill="none"/>`
const brush: Thing = p =>
  `<g transform="rotate(28 0 -140)"><path d="M-12,-120L-8,-330H8L12,-120Z" fill="${p.near}"/><rect x="-17" y="-130" width="34" height="40" fill="${mix(p.light, p.near, 0.35)}"/><path d="M-17,-90H17C26,-50 10,-20 0,10C-10,-20 -26,-50 -17,-90Z" fill="${p.accent}"/></g>`
const telescope: Thing = p =>
  `<g transform="rotate(-32 0 -150)"><path d="M-150,-176H10V-130H-150ZM10,-184H110V-122H10ZM110,-192H136V-114H110Z" fill="${p.near}"/></g><path d="M-10,-140L-70,10M-10,-140L50,10M-10,-140L-10,10" stroke="${p.near}" stroke-width="10"/>`
const suitcase: Thing = p =>
  `<path d="M-50,-180V-216H50V-180" stroke="${p.near}" stroke-width="16" fill="none"/><rect x="-160" y="-180" width="320" height="180" rx="14" fill="${p.accent}"/><path d="M-100,-180V0M100,-180V0" stroke="${p.near}" stroke-width="14"/><path d="M-160,-100H160" stroke="${p.near}" stroke-width="4"/>`
const door: Thing = p =>
  `<rect x="-90" y="-330" width="180" height="330" fill="${p.near}"/><rect x="-74" y="-314" width="148" height="314" fill="${p.light}"/><path d="M-74,-314L30,-290V26L-74,0Z" fill="${mix(p.accent, p.near, 0.25)}"/><circle cx="12" cy="-136" r="8" fill="${p.light}"/>`
const scales: Thing = p =>
  `<path d="M-8,0V-260H8V0ZM-60,0H60V-16H-60Z" fill="${p.near}"/><path d="M-150,-236L150,-250" stroke="${p.near}" stroke-width="10"/><path d="M-150,-236L-200,-120M-150,-236L-100,-120M150,-250L100,-134M150,-250L200,-134" stroke="${p.near}" stroke-width="3"/><path d="M-210,-120H-90C-100,-80 -200,-80 -210,-120ZM90,-134H210C200,-94 100,-94 90,-134Z" fill="${p.accent}"/><path d="M110,-134C120,-170 180,-170 190,-134Z" fill="${p.low}"/>`
const crocus: Thing = p =>
  `<path d="M-6,0C-10,-60 -6,-100 0,-130C6,-100 10,-60 6,0Z" fill="#4c7a3b"/><path d="M0,-90C-90,-110 -110,-210 -70,-270C-30,-250 -10,-200 0,-160C10,-200 30,-250 70,-270C110,-210 90,-110 0,-90Z" fill="${p.mid}"/><path d="M0,-90C-50,-140 -40,-240 0,-300C40,-240 50,-140 0,-90Z" fill="${mix(p.mid, p.light, 0.35)}"/><path d="M0,-110C-20,-180 -36,-220 -50,-250M0,-110C0,-190 0,-240 0,-286M0,-110C20,-180 36,-220 50,-250" stroke="${p.accent}" stroke-width="9" fill="none" stroke-linecap="round"/>`
const bottle: Thing = p =>
  `<path d="M-50,0V-160C-50,-200 -20,-200 -20,-240V-290H20V-240C20,-200 50,-200 50,-160V0C50,14 -50,14 -50,0Z" fill="${p.low}" opacity=".8"/><path d="M-20,-290H20V-312H-20Z" fill="${p.near}"/><path d="M-30,-20V-130C-10,-146 20,-140 30,-120V-16Z" fill="${p.light}"/><path d="M-18,-110H18M-18,-90H18M-18,-70H10M-18,-50H16" stroke="${p.near}" stroke-width="4"/>`
const bathtub: Thing = p =>
  `<path d="M-220,-110H220C220,-30 170,0 120,0H-120C-170,0 -220,-30 -220,-110Z" fill="${p.light}"/><path d="M-236,-126H236V-104H-236Z" fill="${mix(p.light, p.mid, 0.35)}"/>${[
    [-160, -150, 36],
    [-110, -170, 44],
    [-50, -150, 34],
    [90, -156, 42],
    [150, -150, 34],
  ]
    .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}" fill="#fff" opacity=".92"/>`)
    .join(
      '',
    )}<path d="M10,-126V-330" stroke="${p.near}" stroke-width="8"/><path d="M16,-320C90,-300 90,-210 70,-170L16,-170Z" fill="${p.accent}"/><circle cx="48" cy="-240" r="16" fill="#fff"/>`
const drop: Thing = p =>
  `<path d="M0,-280C60,-180 100,-130 100,-80C100,-20 56,10 0,10C-56,10 -100,-20 -100,-80C-100,-130 -60,-180 0,-280Z" fill="${p.accent}"/><path d="M-56,-90C-58,-50 -40,-28 -16,-20" stroke="#fff" stroke-width="12" fill="none" stroke-linecap="round" opacity=".8"/><circle cx="-28" cy="-104" r="12" fill="${p.near}"/><circle cx="32" cy="-104" r="12" fill="${p.near}"/><path d="M-22,-70C-8,-52 14,-52 26,-70" stroke="${p.near}" stroke-width="8" fill="none" stroke-linecap="round"/>`
const star: Thing = p =>
  `<path d="${Array.from({ length: 10 }, (_, at) => `${at ? 'L' : 'M'}${Math.round(Math.sin((at * Math.PI) / 5) * (at % 2 ? 58 : 130))},${Math.round(-130 - Math.cos((at * Math.PI) / 5) * (at % 2 ? 58 : 130))}`).join('')}Z" fill="${p.accent}" stroke="${p.accent}" stroke-width="20" stroke-linejoin="round"/>`
const jar: Thing = p =>
  `<path d="M-90,0C-104,0 -104,-190 -70,-210H70C104,-190 104,0 90,0Z" fill="${p.light}" opacity=".85"/><path d="M-84,-10C-94,-10 -96,-150 -76,-160H76C96,-150 94,-10 84,-10Z" fill="${p.low}"/><ellipse cx="-30" cy="-60" rx="22" ry="44" fill="#4c9a3b"/><ellipse cx="30" cy="-70" rx="22" ry="48" fill="#3c7a2b" transform="rotate(14 30 -70)"/><rect x="-80" y="-236" width="160" height="34" rx="6" fill="${p.accent}"/>`
const mask: Thing = p =>
  `<path d="M-130,-260C-60,-230 60,-230 130,-260C140,-120 90,0 0,20C-90,0 -140,-120 -130,-260Z" fill="${p.light}"/><path d="M0,-240C40,-242 90,-248 130,-260C140,-120 90,0 0,20Z" fill="${p.accent}"/><path d="M-90,-170C-70,-196 -40,-190 -26,-164C-46,-150 -76,-150 -90,-170ZM90,-170C70,-196 40,-190 26,-164C46,-150 76,-150 90,-170ZM-50,-70C-20,-40 20,-40 50,-80C30,-10 -30,-10 -50,-70Z" fill="${p.near}"/>`

export const things: Readonly<Record<string, Thing>> = {
  car,
  loaded,
  bus,
  ambulance,
  taxi,
  motorbike,
  train,
  boat,
  rowboat,
  ship,
  rig,
  balloon,
  kite,
  rocket,
  saucer,
  robot,
  samovar,
  teapot,
  tie,
  moustache,
  melon,
  key,
  lock,
  clock,
  lamp,
  pomegranate,
  ring,
  coin,
  cassette,
  letter,
  radio,
  film,
  ball,
  bread,
  crown,
  drum,
  setar,
  piano,
  hand,
  thread,
  brush,
  telescope,
  suitcase,
  door,
  scales,
  crocus,
  bottle,
  bathtub,
  drop,
  star,
  jar,
  mask,
}
