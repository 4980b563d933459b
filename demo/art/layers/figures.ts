import { type Layer, stand } from '../canvas.ts'
import { animals } from '../objects/animals.ts'
import { people } from '../objects/people.ts'
import { things } from '../objects/things.ts'
import { mix, type Palette } from '../palettes.ts'

const colour = (palette: Palette, word: string): string =>
  ({ ...palette, white: '#ffffff', soft: mix(palette.near, palette.far, 0.5) })[word] ??
  palette.near

/** Draws a cut-out. `name-left` faces the other way; the word after the placement is a colour. */
function cutOut(joined: string): Layer {
  // Overlapping parts would cancel each other out if their paths run in opposite directions.
  const drawing = joined.replaceAll('ZM', 'Z"/><path d="M')
  return (canvas, placement) => {
    const paint = colour(canvas.palette, placement.word)
    return stand(
      canvas,
      placement,
      `<g fill="${paint}" color="${paint}">${drawing}</g>`,
      placement.word === 'left',
    )
  }
}

const silhouettes = { ...people, ...animals }

export const figureLayers: Readonly<Record<string, Layer>> = {
  ...Object.fromEntries(
    Object.entries(silhouettes).map(([name, drawing]) => [name, cutOut(drawing)]),
  ),
  ...Object.fromEntries(
    Object.entries(things).map(([name, draw]): [string, Layer] => [
      name,
      (canvas, placement) => stand(canvas, placement, draw(canvas.palette), placement.word === 'left'),
    ]),
  ),
}
