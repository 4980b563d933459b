import { directions } from './directions.ts'

/** Words of a scene that a viewer recognises at first sight. Two posters with the same one should not be in one row. */
const MOTIFS = new Set(
  'burst papercut arch doorway window blinds lens facade girih bust mirror rings spiral maze print contours tunnel columns curtain map gears planet peak city village mansion house fort lighthouse bridge leafy orchard woods palms inkwash astronaut teapot samovar crown coin clock key lock letter boat ship rig train caravan camel rider sisters crowd hatted runner climbers eye feather shards wellrings snakes mandala vinyl cassette piano dunes fire'.split(
    ' ',
  ),
)
const DISCS = new Set(['sun', 'moon', 'crescent', 'stripedsun'])

function wordsOf(title: string): string[] {
  const scene = directions.get(title)?.scene ?? ''
  return scene.split(/\s+/).map(word => word.replace(/[:@={].*$/, ''))
}

/** Returns the motifs of a title's poster and backdrop. */
export function motifsOf(title: string): string[] {
  return [...new Set(wordsOf(title).filter(word => MOTIFS.has(word)))]
}

/** True if the pictures of a title show the disc of the sun or the moon. */
export function hasDisc(title: string): boolean {
  return wordsOf(title).some(word => DISCS.has(word))
}
