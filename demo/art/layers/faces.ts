// Faces: flat paper in two tones, lit from one side. `face:1.1@-4,2=woman-scarf-glasses` names who it is, what is worn, and the light.
import { type Canvas, type Layer, round } from '../canvas.ts'
import { lightness, mix, type Palette } from '../palettes.ts'

interface Paints {
  skin: string
  shade: string
  /** Lines: lashes, brows, nostrils. */
  line: string
  hair: string
  hairLit: string
  cloth: string
  clothDeep: string
  lips: string
  eye: string
  rim: string
}

type Traits = ReadonlySet<string>

function paintsOf({ near, low, light, accent, far, mid }: Palette, traits: Traits): Paints {
  const tan = traits.has('dark') ? '#a8683f' : '#dc9f72'
  const skin = mix(mix(light, tan, 0.62), low, 0.14)
  const deep = lightness(near) < 0.3 ? near : mix(near, '#120b0b', 0.55)
  const grey = mix('#e9e4dc', low, 0.14)
  const hair = traits.has('old') ? grey : mix('#1d1411', deep, 0.6)
  const cloth = traits.has('plain')
    ? mix(far, near, 0.35)
    : traits.has('white')
      ? mix(light, low, 0.16)
      : traits.has('black')
        ? mix(deep, far, 0.16)
        : accent === '#ffffff'
          ? mid
          : accent
  return {
    skin,
    shade: mix(skin, mix(deep, '#5b1f22', 0.35), 0.62),
    line: mix(deep, '#140a0a', 0.5),
    hair,
    hairLit: mix(hair, low, 0.22),
    cloth,
    clothDeep: mix(cloth, deep, 0.5),
    lips: mix(skin, '#a3172f', traits.has('man') || traits.has('boy') ? 0.3 : 0.68),
    eye: mix('#fffaf2', low, 0.12),
    rim: mix(light, low, 0.3),
  }
}

const isMale = (traits: Traits) => traits.has('man') || traits.has('boy')
const isYoung = (traits: Traits) => traits.has('girl') || traits.has('boy')

function outlineOf(traits: Traits): string {
  if (isYoung(traits))
    return 'M-116,-40C-120,-186 120,-186 116,-40C116,44 88,108 46,138C24,152 -24,152 -46,138C-88,108 -116,44 -116,-40Z'
  if (isMale(traits))
    return 'M-116,-70C-116,-194 116,-194 116,-70C118,-8 112,60 98,110C86,146 50,190 0,190C-50,190 -86,146 -98,110C-112,60 -118,-8 -116,-70Z'
  return 'M-112,-64C-114,-190 114,-190 112,-64C112,20 92,96 56,146C38,170 20,180 0,180C-20,180 -38,170 -56,146C-92,96 -112,20 -112,-64Z'
}

/** The side that is turned away from the light: forehead, bridge of the nose, lips, chin. */
function shadeOf(traits: Traits): string {
  return isYoung(traits)
    ? 'M24,-200C54,-140 22,-96 30,-56C20,-34 14,-10 16,14C30,34 30,46 6,50C14,66 10,78 12,90C8,104 20,120 8,160H170V-210Z'
    : 'M14,-210C48,-158 20,-110 30,-72C18,-50 10,-26 14,-2L32,42C36,58 18,64 4,66C12,82 8,92 12,104C8,122 22,146 6,196H170V-210Z'
}

function eyeAt(side: number, traits: Traits, paints: Paints): string {
  const young = isYoung(traits)
  const male = isMale(traits)
  const y = young ? -16 : -30
  const wide = young ? 36 : 34
  const tall = young ? 26 : male ? 17 : 21
  const lid = `M${-wide},4C${-wide * 0.6},${-tall} ${wide * 0.5},${-tall - 2} ${wide},-2`
  const brow = traits.has('old')
    ? mix(paints.hair, paints.line, 0.3)
    : mix(paints.hair, paints.line, 0.5)
  const arch = young ? -6 : 0
  const browShape = male
    ? `M${-wide - 12},${-30 + arch}C-20,-52 20,-50 ${wide + 8},-40C${wide},-30 -10,-36 ${-wide - 12},${-30 + arch}Z`
    : `M${-wide - 12},${-30 + arch}C-24,-58 10,-58 ${wide + 6},-40C10,-48 -20,-46 ${-wide - 12},${-30 + arch}Z`
  // The inner corner is towards the nose; drawn for the left eye and mirrored.
  const mirrored = side > 0 ? -1 : 1
  const look = traits.has('aside') ? -9 * mirrored : 0
  const lift = traits.has('up') ? -6 : traits.has('down') ? 5 : -2
  if (traits.has('closed'))
    return `<g transform="translate(${side * 52} ${y}) scale(${mirrored} 1)"><path d="M${-wide},0C${-wide * 0.5},${tall * 0.7} ${wide * 0.5},${tall * 0.7} ${wide},-2" fill="none" stroke="${paints.line}" stroke-width="7" stroke-linecap="round"/><path d="M${-wide},2l-12,8M${-wide * 0.7},10l-7,10" stroke="${paints.line}" stroke-width="4" stroke-linecap="round"/><path d="${browShape}" fill="${brow}"/></g>`
  const white = side > 0 ? mix(paints.eye, paints.shade, 0.34) : paints.eye
  const id = `e${side > 0 ? 1 : 0}`
  return `<g transform="translate(${side * 52} ${y}) scale(${mirrored} 1)"><path d="M${-wide - 6},2C${-wide * 0.6},${-tall - 16} ${wide * 0.6},${-tall - 18} ${wide + 8},-4L${wide},4H${-wide}Z" fill="${paints.line}" opacity=".22"/><clipPath id="${id}"><path d="${lid}C${wide * 0.5},${tall * 0.62} ${-wide * 0.5},${tall * 0.7} ${-wide},4Z"/></clipPath><g clip-path="url(#${id})"><rect x="-60" y="-40" width="120" height="80" fill="${white}"/><circle cx="${look}" cy="${lift}" r="${young ? 19 : 15.5}" fill="${mix(paints.line, '#7a4a22', 0.42)}"/><circle cx="${look}" cy="${lift}" r="${young ? 9 : 7.5}" fill="${paints.line}"/><rect x="-60" y="-44" width="120" height="${44 - tall * 0.42}" fill="${paints.line}" opacity=".3"/></g><circle cx="${look + 5 * mirrored}" cy="${lift - 6}" r="4" fill="#fff" opacity="${side > 0 ? 0.7 : 1}"/><path d="${lid}" fill="none" stroke="${paints.line}" stroke-width="${male ? 5.5 : 7.5}" stroke-linecap="round"/>${male ? '' : `<path d="M${-wide},4q-10,-4 -15,-13" fill="none" stroke="${paints.line}" stroke-width="6" stroke-linecap="round"/>`}<path d="${browShape}" fill="${brow}"/></g>`
}

function mouthOf(traits: Traits, paints: Paints): string {
  const young = isYoung(traits)
  const male = isMale(traits)
  const y = young ? 84 : 104
  const wide = young ? 34 : male ? 44 : 40
  const smile = traits.has('smile') ? 12 : traits.has('stern') ? -5 : 2
  const dark = mix(paints.lips, paints.line, 0.55)
  const upper = `M${-wide},${y - smile}C-24,${y - 10} -10,${y - 13} 0,${y - 7}C10,${y - 13} 24,${y - 10} ${wide},${y - smile}C22,${y + 3} -22,${y + 3} ${-wide},${y - smile}Z`
  const lower = `M${-wide * 0.9},${y - smile + 1}C-20,${y + 5} 20,${y + 5} ${wide * 0.9},${y - smile + 1}C${wide * 0.6},${y + (male ? 18 : 26)} ${-wide * 0.6},${y + (male ? 18 : 26)} ${-wide * 0.9},${y - smile + 1}Z`
  return `<path d="${lower}" fill="${paints.lips}"/><path d="${upper}" fill="${mix(paints.lips, paints.line, male ? 0.25 : 0.3)}"/><path d="M${-wide - 3},${y - smile}C-20,${y + 4} 20,${y + 4} ${wide + 3},${y - smile}" fill="none" stroke="${dark}" stroke-width="4" stroke-linecap="round"/>`
}

function beardOf(traits: Traits, paints: Paints): string {
  const tone = traits.has('old') ? paints.hair : paints.hair
  const moustache = `<path d="M0,74C-18,64 -44,72 -58,94C-36,92 -16,92 0,86C16,92 36,92 58,94C44,72 18,64 0,74Z" fill="${tone}"/>`
  if (traits.has('bigmoustache'))
    return `<path d="M0,72C-30,56 -70,70 -96,98C-116,118 -146,112 -150,88C-166,120 -130,152 -92,138C-52,126 -24,104 0,98C24,104 52,126 92,138C130,152 166,120 150,88C146,112 116,118 96,98C70,70 30,56 0,72Z" fill="${tone}"/><path d="M0,98C24,104 52,126 92,138C130,152 166,120 150,88C160,120 120,134 88,124C54,112 24,92 0,86Z" fill="${paints.line}" opacity=".35"/>`
  if (traits.has('beard'))
    return `<path d="M-114,-20C-112,40 -84,66 -62,82C-40,64 -18,62 0,72C18,62 40,64 62,82C84,66 112,40 114,-20C122,80 112,150 74,206C52,236 24,252 0,252C-24,252 -52,236 -74,206C-112,150 -122,80 -114,-20ZM-42,100C-30,84 30,84 42,100C34,128 -34,128 -42,100Z" fill="${tone}" fill-rule="evenodd"/><path d="M6,130C20,170 18,210 4,252C60,252 110,180 114,60C116,30 116,0 114,-20C112,40 84,66 62,84C60,110 40,126 6,130Z" fill="${paints.line}" opacity=".34"/>`
  if (traits.has('stubble'))
    return `<path d="M-112,10C-100,60 -76,62 -60,74C-40,60 40,60 60,74C76,62 100,60 112,10C112,80 92,196 0,196C-92,196 -112,80 -112,10ZM-46,102C-30,86 30,86 46,102C36,128 -36,128 -46,102Z" fill="${paints.line}" fill-rule="evenodd" opacity=".26"/>`
  return traits.has('moustache') ? moustache : ''
}

function linesOf(traits: Traits, paints: Paints): string {
  if (!traits.has('old')) return ''
  return `<path d="M-62,44C-74,66 -76,86 -68,104M62,44C74,66 76,86 68,104M-100,-14l-14,-6M-98,-2l-14,2M100,-14l14,-6M98,-2l14,2M-46,-122C-16,-130 16,-130 46,-122M-38,-104C-14,-110 14,-110 38,-104M-76,0C-64,8 -44,10 -32,6M76,0C64,8 44,10 32,6" fill="none" stroke="${paints.line}" stroke-width="4" stroke-linecap="round" opacity=".38"/>`
}

function glassesOf(traits: Traits, paints: Paints): string {
  if (!traits.has('glasses')) return ''
  const y = isYoung(traits) ? -14 : -28
  const frame = lightness(paints.cloth) > 0.75 ? paints.line : mix(paints.line, paints.cloth, 0.15)
  return `<g fill="#ffffff" fill-opacity=".12" stroke="${frame}" stroke-width="8"><circle cx="-53" cy="${y}" r="45"/><circle cx="53" cy="${y}" r="45"/><path d="M-9,${y - 4}Q0,${y - 12} 9,${y - 4}M-97,${y - 6}L-116,${y - 12}M97,${y - 6}L116,${y - 12}" fill="none"/></g><path d="M-84,${y + 8}L-50,${y - 34}L-34,${y - 34}L-74,${y + 20}Z" fill="#fff" opacity=".2"/>`
}

function shouldersOf(traits: Traits, paints: Paints): string {
  const wide = isMale(traits) ? 250 : 214
  const collar = traits.has('coat')
    ? `<path d="M-150,250L-74,206L0,330L74,206L150,250L70,520H-70Z" fill="${mix(paints.cloth, paints.line, 0.35)}"/><path d="M-74,206L0,330L74,206L40,196L0,250L-40,196Z" fill="${paints.eye}"/>`
    : traits.has('nurse') || traits.has('white')
      ? `<path d="M-70,206L0,300L70,206L96,226L0,352L-96,226Z" fill="${paints.eye}"/>`
      : `<path d="M-62,214C-40,256 40,256 62,214L84,226C60,292 -60,292 -84,226Z" fill="${mix(paints.cloth, paints.line, 0.3)}"/>`
  return `<path d="M-${wide},1100C-${wide},330 -${wide - 40},270 -66,214L66,214C${wide - 40},270 ${wide},330 ${wide},1100Z" fill="${paints.cloth}"/><path d="M20,214H66C${wide - 40},270 ${wide},330 ${wide},1100H60C80,460 60,320 20,214Z" fill="${paints.clothDeep}"/>${collar}`
}

const NECK = 'M-52,120H52V216C52,262 -52,262 -52,216Z'

function scarfOf(traits: Traits, paints: Paints): { back: string; front: string } {
  const tight = traits.has('chador')
  const top = tight ? -232 : -250
  const hair = tight
    ? ''
    : `<path d="M-112,-40C-124,-150 -70,-190 10,-190C80,-190 124,-150 112,-40C104,-110 66,-150 20,-158C0,-130 -84,-124 -112,-40Z" fill="${paints.hair}"/><path d="M20,-158C0,-130 -84,-124 -112,-40C-108,-130 -60,-170 20,-158Z" fill="${paints.hairLit}" opacity=".5"/>`
  const hood = `M0,${top}C-150,${top} -186,-110 -170,10C-160,90 -196,220 -330,1100H330C196,220 160,90 170,10C186,-110 150,${top} 0,${top}ZM0,-176C92,-172 124,-90 116,-20C110,70 80,142 38,182C18,200 -18,200 -38,182C-80,142 -110,70 -116,-20C-124,-90 -92,-172 0,-176Z`
  const folds = `<path d="M0,${top}C150,${top} 186,-110 170,10C160,90 196,220 330,1100H120C110,420 60,300 0,214C20,204 30,194 38,182C80,142 110,70 116,-20C124,-90 92,-172 0,-176Z" fill="${paints.clothDeep}" opacity=".62"/><path d="M-116,-6C-112,100 -60,196 60,250C140,286 190,420 210,1100H330C230,330 160,250 60,214C-10,200 -70,150 -116,-6Z" fill="${paints.cloth}"/><path d="M-38,182C0,230 90,246 150,320C190,376 230,500 250,1100H190C170,470 120,330 40,280C-20,250 -60,214 -80,130Z" fill="${paints.clothDeep}" opacity=".8"/><path d="M-168,20C-156,120 -190,250 -280,520" fill="none" stroke="${paints.clothDeep}" stroke-width="9" opacity=".55" stroke-linecap="round"/><path d="M-120,60C-116,140 -130,260 -170,420" fill="none" stroke="${paints.clothDeep}" stroke-width="7" opacity=".45" stroke-linecap="round"/><path d="M-152,-60C-148,-150 -90,-216 -20,-226" fill="none" stroke="${mix(paints.cloth, '#ffffff', 0.35)}" stroke-width="8" opacity=".55" stroke-linecap="round"/>`
  return {
    back: `<path d="M0,${top}C-150,${top} -186,-110 -170,10C-160,90 -196,220 -330,1100H330C196,220 160,90 170,10C186,-110 150,${top} 0,${top}Z" fill="${paints.clothDeep}"/>`,
    front: `${hair}<path d="${hood}" fill="${paints.cloth}" fill-rule="evenodd"/>${folds}`,
  }
}

function hairOf(traits: Traits, paints: Paints): { back: string; front: string } {
  const { hair, hairLit } = paints
  if (traits.has('scarf') || traits.has('chador')) return scarfOf(traits, paints)
  if (traits.has('long'))
    return {
      back: `<path d="M0,-226C-170,-226 -186,-60 -178,60C-172,190 -196,290 -220,340C-120,390 120,390 220,340C196,290 172,190 178,60C186,-60 170,-226 0,-226Z" fill="${hair}"/>`,
      front: `<path d="M10,-176C-50,-130 -96,-96 -112,-6C-108,70 -124,160 -150,230C-190,150 -196,-20 -160,-120C-120,-232 120,-232 160,-120C196,-20 190,150 150,230C124,160 108,70 112,-6C100,-96 60,-140 10,-176Z" fill="${hair}"/><path d="M10,-176C-50,-130 -96,-96 -112,-6C-120,-90 -90,-170 -10,-196Z" fill="${hairLit}" opacity=".7"/>`,
    }
  if (traits.has('bob'))
    return {
      back: `<path d="M0,-222C-160,-222 -176,-70 -172,40C-170,110 -140,140 -120,150H120C140,140 170,110 172,40C176,-70 160,-222 0,-222Z" fill="${hair}"/>`,
      front: `<path d="M-112,-86C-60,-96 60,-96 112,-86C122,0 118,80 112,140C150,140 176,90 172,0C176,-150 110,-226 0,-226C-110,-226 -176,-150 -172,0C-176,90 -150,140 -112,140C-118,80 -122,0 -112,-86Z" fill="${hair}"/><path d="M-108,-96C-100,-160 -50,-200 10,-206C-60,-180 -84,-140 -86,-94Z" fill="${hairLit}" opacity=".7"/>`,
    }
  const ears = `<ellipse cx="-118" cy="-14" rx="18" ry="34" fill="${paints.skin}"/><ellipse cx="118" cy="-14" rx="18" ry="34" fill="${paints.shade}"/>`
  if (traits.has('bald'))
    return {
      back: ears,
      front: `<path d="M-116,-44C-134,-80 -124,-130 -100,-150C-108,-110 -110,-80 -108,-44ZM116,-44C134,-80 124,-130 100,-150C108,-110 110,-80 108,-44Z" fill="${hair}"/>`,
    }
  if (traits.has('curly'))
    return {
      back: ears,
      front: `<g fill="${hair}">${[
        [-108, -96, 40],
        [-92, -146, 48],
        [-44, -184, 54],
        [14, -194, 56],
        [70, -174, 50],
        [106, -128, 44],
        [116, -84, 30],
        [-56, -140, 34],
        [0, -150, 36],
        [52, -142, 34],
      ]
        .map(([x, y, r]) => `<circle cx="${x}" cy="${y}" r="${r}"/>`)
        .join('')}</g><circle cx="-50" cy="-190" r="26" fill="${hairLit}" opacity=".6"/>`,
    }
  return {
    back: ears,
    front: `<path d="M-116,-30C-134,-120 -116,-216 10,-220C110,-224 138,-130 116,-30C112,-70 104,-100 92,-122C40,-108 -40,-112 -76,-146C-92,-110 -112,-90 -116,-30Z" fill="${hair}"/><path d="M-76,-146C-92,-110 -112,-90 -116,-30C-126,-100 -120,-170 -56,-204C-80,-184 -84,-166 -76,-146Z" fill="${hairLit}" opacity=".7"/>`,
  }
}

function hatOf(traits: Traits, paints: Paints, palette: Palette): string {
  if (traits.has('fedora'))
    return `<path d="M-116,-110C-60,-76 60,-76 116,-110L116,-40C60,-70 -60,-70 -116,-40Z" fill="${paints.line}" opacity=".42"/><path d="M-122,-120C-118,-250 -80,-270 -20,-252C0,-246 20,-246 36,-254C90,-272 122,-240 122,-120Z" fill="${paints.clothDeep}"/><path d="M20,-250C36,-260 122,-290 122,-120H40C50,-170 46,-220 20,-250Z" fill="${paints.line}" opacity=".45"/><path d="M-124,-146C-60,-128 60,-128 124,-146V-112C60,-94 -60,-94 -124,-112Z" fill="${palette.accent}"/><path d="M-232,-110C-150,-140 150,-140 232,-110C170,-70 80,-84 0,-84C-80,-84 -170,-70 -232,-110Z" fill="${mix(paints.clothDeep, paints.line, 0.35)}"/>`
  if (traits.has('cap'))
    return `<path d="M-122,-92C-128,-216 -60,-244 0,-244C60,-244 128,-216 122,-92C60,-120 -60,-120 -122,-92Z" fill="${paints.cloth}"/><path d="M20,-244C90,-244 128,-206 122,-92C90,-108 60,-114 30,-116C52,-160 46,-210 20,-244Z" fill="${paints.clothDeep}"/><path d="M-136,-92C-60,-132 80,-128 190,-84C110,-92 -40,-98 -136,-78Z" fill="${paints.clothDeep}"/>`
  if (traits.has('turban'))
    return `<path d="M-140,-84C-190,-170 -120,-286 0,-286C120,-286 190,-170 140,-84C70,-124 -70,-124 -140,-84Z" fill="${paints.eye}"/><path d="M20,-286C140,-280 190,-170 140,-84C110,-102 80,-110 50,-114C90,-170 80,-240 20,-286Z" fill="${mix(paints.eye, paints.line, 0.4)}"/><path d="M-142,-100C-110,-190 30,-230 120,-170M-128,-160C-80,-230 20,-256 90,-230M-120,-92C-40,-170 70,-170 142,-110" fill="none" stroke="${paints.line}" stroke-width="6" opacity=".32" stroke-linecap="round"/><path d="M0,-286C-16,-330 16,-350 30,-372C40,-340 30,-310 14,-284Z" fill="${palette.accent}"/><circle cx="4" cy="-262" r="17" fill="${palette.accent}" stroke="${palette.light}" stroke-width="6"/>`
  if (traits.has('crown'))
    return `<path d="M-126,-120L-150,-262L-82,-206L-44,-290L0,-214L44,-290L82,-206L150,-262L126,-120C60,-148 -60,-148 -126,-120Z" fill="${palette.accent}"/><path d="M0,-214L44,-290L82,-206L150,-262L126,-120C90,-136 50,-142 10,-142Z" fill="${paints.line}" opacity=".25"/><g fill="${palette.light}"><circle cx="-150" cy="-264" r="13"/><circle cx="-44" cy="-292" r="13"/><circle cx="44" cy="-292" r="13"/><circle cx="150" cy="-264" r="13"/><circle cx="-64" cy="-166" r="10"/><circle cx="0" cy="-172" r="12"/><circle cx="64" cy="-166" r="10"/></g>`
  if (traits.has('hood'))
    return `<path d="M0,-270C-180,-270 -210,-90 -190,40C-180,120 -230,240 -340,1100H340C230,240 180,120 190,40C210,-90 180,-270 0,-270ZM0,-170C100,-166 134,-80 124,0C116,90 84,150 44,190C20,208 -20,208 -44,190C-84,150 -116,90 -124,0C-134,-80 -100,-166 0,-170Z" fill="${paints.cloth}" fill-rule="evenodd"/><path d="M0,-270C180,-270 210,-90 190,40C180,120 230,240 340,1100H120C100,400 60,300 0,206C20,208 36,200 44,190C84,150 116,90 124,0C134,-80 100,-166 0,-170Z" fill="${paints.clothDeep}"/><g fill="${mix(paints.eye, paints.clothDeep, 0.28)}">${Array.from(
      { length: 27 },
      (_, at) => {
        const angle = Math.PI * (1.02 + 0.2 - (at / 26) * 1.44)
        return `<circle cx="${round(Math.cos(angle) * 134)}" cy="${round(4 - Math.sin(angle) * 178)}" r="${at % 2 ? 17 : 21}"/>`
      },
    ).join('')}</g>`
  if (traits.has('goggles'))
    return `<path d="M-130,-46C-130,-86 130,-86 130,-46V-6C130,30 40,24 0,2C-40,24 -130,30 -130,-6Z" fill="${paints.line}"/><path d="M-114,-42C-110,-70 110,-70 114,-42V-10C110,14 40,10 0,-12C-40,10 -110,14 -114,-10Z" fill="${palette.accent}"/><path d="M-104,-36C-90,-58 -30,-62 10,-60L-50,2C-90,2 -104,-10 -104,-36Z" fill="#fff" opacity=".35"/>`
  if (traits.has('nursecap'))
    return `<path d="M-92,-176C-70,-250 70,-250 92,-176C40,-196 -40,-196 -92,-176Z" fill="${paints.eye}"/><path d="M-9,-232h18v-16h16v16h18v16h-18v16h-16v-16h-18Z" transform="translate(-9 14) scale(.9)" fill="${palette.accent}"/>`
  return ''
}

function drawFace(canvas: Canvas, traits: Traits): string {
  const paints = paintsOf(canvas.palette, traits)
  const clip = canvas.id()
  const outline = outlineOf(traits)
  const { back, front } = hairOf(traits, paints)
  const covered = traits.has('scarf') || traits.has('chador')
  const nostrils = isYoung(traits)
    ? `<path d="M-12,44q6,6 12,2q8,4 13,-2" fill="none" stroke="${paints.line}" stroke-width="4.5" stroke-linecap="round" opacity=".7"/>`
    : `<path d="M-25,52q6,12 16,6q9,8 18,0q10,6 16,-6" fill="none" stroke="${paints.line}" stroke-width="5" stroke-linecap="round" opacity=".75"/>`
  const cheeks = isMale(traits)
    ? ''
    : `<circle cx="-70" cy="40" r="26" fill="#e2544d" opacity=".2"/><circle cx="70" cy="40" r="26" fill="#e2544d" opacity=".12"/>`
  const skull = `<path d="${outline}" fill="${paints.skin}"/><clipPath id="${clip}"><path d="${outline}"/></clipPath><g clip-path="url(#${clip})"><path d="${shadeOf(traits)}" fill="${paints.shade}"/></g>`
  const features = `${cheeks}${linesOf(traits, paints)}${eyeAt(-1, traits, paints)}${eyeAt(1, traits, paints)}${nostrils}`
  const fresh = unique(features, canvas)
  const body = covered || traits.has('hood') ? '' : shouldersOf(traits, paints)
  const neck = `<path d="${NECK}" fill="${paints.skin}"/><path d="M-52,140C-20,190 30,200 52,170V216C52,262 -52,262 -52,216Z" fill="${paints.shade}"/>`
  const rim =
    covered || !isMale(traits)
      ? ''
      : `<path d="M112,-20C112,50 96,96 78,126" fill="none" stroke="${paints.rim}" stroke-width="6" opacity=".4" stroke-linecap="round"/>`
  return `${back}${body}${neck}${skull}${rim}${fresh}${beardOf(traits, paints)}${mouthIn(traits, paints)}${glassesOf(traits, paints)}${front}${hatOf(traits, paints, canvas.palette)}`
}

/** A full beard has a gap for the mouth, a large moustache hides it. */
function mouthIn(traits: Traits, paints: Paints): string {
  return traits.has('bigmoustache') ? '' : mouthOf(traits, paints)
}

/** Gives the clips of the eyes ids that are unique in the picture. */
function unique(svg: string, canvas: Canvas): string {
  const [left, right] = [canvas.id(), canvas.id()]
  return svg
    .replaceAll('id="e0"', `id="${left}"`)
    .replaceAll('url(#e0)', `url(#${left})`)
    .replaceAll('id="e1"', `id="${right}"`)
    .replaceAll('url(#e1)', `url(#${right})`)
}

/** Height of the middle of a face above the ground, for size 1. */
const RAISED = 300

const face: Layer = (canvas, placement) => {
  const traits = new Set(placement.word.split('-'))
  const x = canvas.centre + placement.x * 6
  const y = canvas.ground - RAISED + placement.y * 9
  const flip = traits.has('left') ? -1 : 1
  const size = placement.size
  return `<g transform="translate(${round(x)} ${round(y)}) scale(${round(size * flip * 100) / 100} ${size})">${drawFace(canvas, traits)}</g>`
}

export const faceLayers: Readonly<Record<string, Layer>> = { face }
