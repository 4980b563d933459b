// Portraits of people who do not exist: cut paper, with light from one side.
import { artists } from './catalogue.ts'
import type { Drawing } from './drawing.ts'
import { mix } from './palettes.ts'
import { type Random, randomOf } from './random.ts'

const WOMEN = new Set(
  'savoji farahmandi niavarani kalhori rudbari gilakzad marchaudier minasawa hanbyeol ranjhani sahraei deylamani chaharbaghi khavari kashefirad lalehzari arzhangi khorramrud samangani tabarestani azarmehr torkamani hirmand yadegari parniansaz segahi ravizadeh'.split(
    ' ',
  ),
)
const BAREHEADED = new Set('marchaudier minasawa hanbyeol ranjhani'.split(' '))
const OLD = new Set(
  'kashefirad rastegarnia sepidar avabakhsh alvan baluti minasawa ravizadeh'.split(' '),
)
const YOUNG = new Set('arzhangi varjavandi sokhanparvar'.split(' '))

const SKINS = ['#f0c9a4', '#e6b58c', '#d99f74', '#c98a5e', '#eec3a0', '#dba57d']
const HAIRS = ['#1d1512', '#2b1d16', '#3b261a', '#191a20', '#4a2e1c']
const GREYS = ['#c9c6c0', '#a9a7a3', '#e2ded7']
const GROUNDS = [
  '#1f5f66',
  '#8c2f39',
  '#e0a458',
  '#34506e',
  '#6b4a7a',
  '#3f6b4f',
  '#c8553d',
  '#27334f',
  '#b5838d',
  '#557a8a',
  '#d9b26f',
  '#5b2a46',
]
const CLOTHES = [
  '#17324d',
  '#7a1f2b',
  '#e4d8c4',
  '#2f3e2e',
  '#c46a2d',
  '#3a2e4f',
  '#10151c',
  '#8a6d3b',
  '#567d8c',
  '#a63d40',
]

interface Face {
  woman: boolean
  scarf: boolean
  old: boolean
  young: boolean
}

function backgroundOf(random: Random): { paint: string; drawn: string } {
  const paint = random.pick(GROUNDS)
  const lit = mix(paint, '#ffffff', 0.22)
  const shapes = [
    `<circle cx="200" cy="190" r="168" fill="${lit}"/>`,
    `<path d="M0,400L400,0V400Z" fill="${mix(paint, '#000000', 0.16)}"/>`,
    `<path d="M40,400V190C40,110 120,90 200,30C280,90 360,110 360,190V400Z" fill="${lit}"/>`,
    Array.from(
      { length: 7 },
      (_, at) => `<rect x="${at * 64 - 10}" width="30" height="400" fill="${lit}" opacity=".5"/>`,
    ).join(''),
    `<rect y="230" width="400" height="170" fill="${mix(paint, '#000000', 0.18)}"/><circle cx="300" cy="120" r="70" fill="${lit}"/>`,
  ]
  return { paint, drawn: `<rect width="400" height="400" fill="${paint}"/>${random.pick(shapes)}` }
}

function eyes(random: Random, hair: string, woman: boolean): string {
  const y = 186
  const kind = random.whole(0, 2)
  const brow = random.between(-3, 4)
  const thick = woman ? 6 : random.between(7, 10)
  return [-1, 1]
    .map(side => {
      const x = 200 + side * 37
      const lids =
        kind === 0
          ? `<path d="M${x - 17},${y + 2}Q${x},${y - 13} ${x + 17},${y + 2}Q${x},${y + 10} ${x - 17},${y + 2}Z" fill="#fbf4ea"/><circle cx="${x + 2}" cy="${y}" r="7.5" fill="#241812"/><circle cx="${x + 5}" cy="${y - 3}" r="2" fill="#fff"/>`
          : `<ellipse cx="${x}" cy="${y}" rx="7" ry="8" fill="#241812"/><circle cx="${x + 2.5}" cy="${y - 3}" r="2" fill="#fff"/>`
      const lash = `<path d="M${x - 18},${y + (kind ? -4 : 1)}Q${x},${y - 16} ${x + 18},${y + (kind ? -4 : 1)}" stroke="#241812" stroke-width="${woman ? 5 : 3.4}" fill="none" stroke-linecap="round"/>`
      return `${lids}${lash}<path d="M${x - side * 22},${y - 24 + brow}Q${x},${y - 38} ${x + side * 24},${y - 25}" stroke="${hair}" stroke-width="${thick}" fill="none" stroke-linecap="round"/>`
    })
    .join('')
}

function glasses(random: Random): string {
  const round = random() < 0.5
  const frame = random.pick(['#171310', '#7a1f2b', '#c9a24a', '#17324d'])
  const lens = (x: number) =>
    round
      ? `<circle cx="${x}" cy="188" r="29"/>`
      : `<rect x="${x - 31}" y="165" width="62" height="45" rx="12"/>`
  return `<g fill="#ffffff" fill-opacity=".14" stroke="${frame}" stroke-width="5.5">${lens(163)}${lens(237)}<path d="M192,184Q200,177 208,184M134,182L122,178M266,182L278,178" fill="none"/></g>`
}

function headOf(random: Random, face: Face): string {
  const skin = random.pick(SKINS)
  const dark = mix(skin, '#5a2418', 0.3)
  const hair = face.old ? random.pick(GREYS) : random.pick(HAIRS)
  const cloth = random.pick(CLOTHES)
  const wide = face.woman ? random.between(72, 79) : random.between(77, 88)
  const chin = random.between(274, 292)
  const outline = `M${200 - wide},170C${200 - wide},90 ${200 + wide},90 ${200 + wide},170C${200 + wide},232 ${200 + wide * 0.62},${chin} 200,${chin}C${200 - wide * 0.62},${chin} ${200 - wide},232 ${200 - wide},170Z`
  const half = `M200,90H320V300H200C216,260 188,230 206,196C190,150 210,120 200,90Z`
  const clip = `face`
  const shoulders = `<path d="M30,400C36,336 100,322 160,306L240,306C300,322 364,336 370,400Z" fill="${cloth}"/><path d="M200,306L240,306C300,322 364,336 370,400H210Z" fill="#000" opacity=".16"/>`
  const neck = `<path d="M166,250H234V312C234,340 166,340 166,312Z" fill="${dark}"/>`
  const collar = face.woman
    ? ''
    : `<path d="M150,306L200,352L250,306L268,322L212,384L200,366L188,384L132,322Z" fill="${mix(cloth, '#ffffff', random.pick([0.75, 0.2]))}"/>`
  const nose = `<path d="M203,${184}C206,208 214,222 212,230C206,238 194,238 189,232" stroke="${dark}" stroke-width="5" fill="none" stroke-linecap="round"/>`
  const smile = random.between(2, 11)
  const lips = face.woman
    ? mix(skin, '#a11b3a', random.between(0.45, 0.75))
    : mix(skin, '#6b2a20', 0.55)
  const mouth = `<path d="M174,255Q200,${255 + smile} 226,255Q200,${268 + smile} 174,255Z" fill="${lips}"/><path d="M172,255Q200,${256 + smile} 228,255" stroke="${mix(lips, '#2a0d0d', 0.5)}" stroke-width="3" fill="none" stroke-linecap="round"/>`
  const cheeks =
    face.woman || face.young
      ? `<circle cx="152" cy="228" r="17" fill="#e0564f" opacity=".16"/><circle cx="250" cy="228" r="17" fill="#e0564f" opacity=".16"/>`
      : ''
  const lines = face.old
    ? `<path d="M148,240q4,16 14,24M252,240q-4,16 -14,24M138,206q-8,4 -12,10M262,206q8,4 12,10" stroke="${dark}" stroke-width="3.4" fill="none" stroke-linecap="round"/>`
    : ''
  const ears = face.scarf
    ? ''
    : `<ellipse cx="${200 - wide}" cy="196" rx="13" ry="22" fill="${skin}"/><ellipse cx="${200 + wide}" cy="196" rx="13" ry="22" fill="${dark}"/>`
  const skull = `<defs><clipPath id="${clip}"><path d="${outline}"/></clipPath></defs><path d="${outline}" fill="${skin}"/><g clip-path="url(#${clip})"><path d="${half}" fill="${dark}" opacity=".4"/></g>`
  const beard = face.woman || face.young ? '' : beardOf(random, hair, wide, chin, clip)
  const features = `${cheeks}${lines}${beard}${eyes(random, face.old ? mix(hair, '#555555', 0.4) : hair, face.woman)}${nose}${mouth}${random() < (face.old ? 0.6 : 0.26) ? glasses(random) : ''}`
  if (face.scarf)
    return scarfed(random, hair, cloth, `${neck}${skull}${features}`, wide, chin, shoulders)
  const back = face.woman
    ? `<path d="M${200 - wide - 34},330C${200 - wide - 56},60 ${200 + wide + 56},60 ${200 + wide + 34},330C260,300 140,300 ${200 - wide - 34},330Z" fill="${hair}"/>`
    : ''
  return `${back}${shoulders}${neck}${collar}${ears}${skull}${features}${hairOf(random, hair, wide, face.woman)}`
}

function beardOf(random: Random, hair: string, wide: number, chin: number, clip: string): string {
  const kind = random.whole(0, 4)
  const moustache = `<path d="M200,240C184,232 164,240 156,256C176,250 190,252 200,248C210,252 224,250 244,256C236,240 216,232 200,240Z" fill="${hair}"/>`
  const full = `<path d="M${200 - wide - 4},190C${200 - wide + 12},232 160,242 200,242C240,242 ${200 + wide - 12},232 ${200 + wide + 4},190V${chin + 40}H${200 - wide - 4}Z" fill="${hair}"/>`
  if (kind === 0) return moustache
  if (kind === 1) return `<g clip-path="url(#${clip})" opacity=".32">${full}</g>`
  if (kind === 2)
    return `<g clip-path="url(#${clip})">${full}</g><path d="M${200 - wide * 0.8},${chin - 44}Q200,${chin + 44} ${200 + wide * 0.8},${chin - 44}L200,${chin - 20}Z" fill="${hair}"/>`
  if (kind === 3)
    return `${moustache}<path d="M180,${chin - 16}Q200,${chin + 26} 220,${chin - 16}Q200,${chin - 6} 180,${chin - 16}Z" fill="${hair}"/>`
  return ''
}

function hairOf(random: Random, hair: string, wide: number, woman: boolean): string {
  const left = 200 - wide
  const right = 200 + wide
  const lit = mix(hair, '#ffffff', 0.12)
  if (woman)
    return `<path d="M${left - 14},220C${left - 30},60 ${right + 30},60 ${right + 14},220C${right + 2},150 240,128 190,120C170,150 ${left + 4},150 ${left - 14},220Z" fill="${hair}"/><path d="M190,120C150,130 ${left + 6},150 ${left - 10},200C${left - 10},140 150,100 190,120Z" fill="${lit}"/>`
  const styles = [
    `M${left - 6},178C${left - 18},70 ${right + 18},70 ${right + 6},178C${right - 2},150 ${right - 12},138 ${right - 20},130C240,140 160,140 ${left + 20},126C${left + 10},140 ${left + 2},152 ${left - 6},178Z`,
    `M${left - 8},184C${left - 34},50 ${right + 6},40 ${right + 10},110C${right + 16},130 ${right + 10},160 ${right + 6},180C${right},150 ${right - 8},130 ${right - 26},122C230,146 180,120 ${left + 24},142C${left + 8},150 ${left + 4},160 ${left - 8},184Z`,
    `M${left - 10},196C${left - 40},120 ${left},60 200,64C${right},60 ${right + 40},120 ${right + 10},196C${right + 8},160 ${right - 4},140 ${right - 14},126C250,110 220,130 200,112C180,130 150,110 ${left + 14},126C${left + 4},140 ${left - 8},160 ${left - 10},196Z`,
    `M${left - 4},190C${left - 10},150 ${left - 2},120 ${left + 14},108C${left + 6},130 ${left + 4},160 ${left - 4},190ZM${right + 4},190C${right + 10},150 ${right + 2},120 ${right - 14},108C${right - 6},130 ${right - 4},160 ${right + 4},190Z`,
  ]
  return `<path d="${random.pick(styles)}" fill="${hair}"/>`
}

/** A loose scarf that leaves some hair visible. */
function scarfed(
  random: Random,
  hair: string,
  cloth: string,
  head: string,
  wide: number,
  chin: number,
  shoulders: string,
): string {
  const scarf = random.pick([
    '#c8553d',
    '#e9d8c0',
    '#1f5f66',
    '#17324d',
    '#b5838d',
    '#e0a458',
    '#6b4a7a',
    '#2b2b2f',
    '#7a1f2b',
    '#8fb0a0',
  ])
  const deep = mix(scarf, '#000000', 0.24)
  const left = 200 - wide
  const right = 200 + wide
  const back = `<path d="M${left - 34},320C${left - 62},44 ${right + 62},44 ${right + 34},320L300,400H100Z" fill="${deep}"/>`
  const locks =
    random() < 0.5
      ? `M${left - 8},210C${left - 20},84 ${right + 20},84 ${right + 8},210C${right - 2},150 236,124 186,124C168,152 ${left + 8},156 ${left - 8},210Z`
      : `M${left - 8},206C${left - 20},84 ${right + 20},84 ${right + 8},206C${right},160 230,116 214,114C190,112 ${left + 2},140 ${left - 8},206Z`
  const hood = `<path d="M${left - 12},236C${left - 30},150 ${left - 4},104 200,98C${right + 4},104 ${right + 30},150 ${right + 12},236C${right + 20},280 ${right - 10},${chin + 20} 206,${chin + 34}L330,372C350,330 ${right + 52},290 ${right + 40},220C${right + 44},90 ${right - 10},52 200,50C${left + 10},52 ${left - 44},90 ${left - 40},220C${left - 52},300 60,330 66,378L196,${chin + 34}C${left + 6},${chin + 20} ${left - 22},280 ${left - 12},236Z" fill="${scarf}"/>`
  const fold = `<path d="M66,378C100,330 180,${chin + 28} 206,${chin + 34}C240,${chin + 44} 320,330 346,390L300,400H90Z" fill="${mix(scarf, '#ffffff', 0.1)}"/><path d="M206,${chin + 34}C190,350 180,380 176,400H230C236,370 226,${chin + 60} 206,${chin + 34}Z" fill="${deep}" opacity=".7"/>`
  const pattern =
    random() < 0.4
      ? Array.from(
          { length: 7 },
          (_, at) =>
            `<circle cx="${112 + at * 30}" cy="${372 + (at % 2) * 14}" r="6" fill="${mix(cloth, '#ffffff', 0.4)}"/>`,
        ).join('')
      : ''
  return `${back}${shoulders}${head}<path d="${locks}" fill="${hair}"/>${hood}${fold}${pattern}`
}

function faceOf(seed: string, face: Face): string {
  const random = randomOf(seed)
  const ground = backgroundOf(random)
  return `<svg viewBox="0 0 400 400">${ground.drawn}<g transform="translate(200 214) scale(1.06) translate(-200 -200)">${headOf(random, face)}</g></svg>`
}

export function portraitDrawings(): Drawing[] {
  return artists.map(({ external_id: id }) => ({
    kind: 'portrait',
    name: id,
    width: 400,
    height: 400,
    html: faceOf(`portrait ${id}`, {
      woman: WOMEN.has(id),
      scarf: WOMEN.has(id) && !BAREHEADED.has(id),
      old: OLD.has(id),
      young: YOUNG.has(id),
    }),
  }))
}
