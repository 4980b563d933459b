import { expect, test } from 'vitest'
import { captionLook } from '#src/lib/player/caption-look.ts'
import { defaultPreferences, type Preferences } from '#src/lib/player/preferences.store.ts'

const own: Preferences = { ...defaultPreferences, captionStyle: 'own' }

test('a ready style has no colours of its own', () => {
  expect(captionLook(defaultPreferences)).toEqual({
    'data-caption-size': 'medium',
    'data-caption-style': 'shadow',
  })
})

test('a custom style has the colours, opacity and edge that the viewer chose', () => {
  const look = captionLook({ ...own, captionColour: 'cyan', captionOpacity: 25 })
  expect(look).toMatchObject({ 'data-caption-edge': 'none' })
  expect(Object.values(look.style ?? {})).toEqual(['rgb(110 231 231)', 'rgb(0 0 0 / 25%)'])
})

test.each(['', 'url(x)', 'chartreuse'])(
  'a stored colour that is not in the list is ignored, %o',
  stored => {
    const colour = stored as Preferences['captionColour']
    const look = captionLook({ ...own, captionColour: colour, captionBackground: colour })
    expect(Object.values(look.style ?? {})).toEqual(['rgb(255 255 255)', 'rgb(0 0 0 / 75%)'])
  },
)

test('an opacity outside 0 to 100 is clamped', () => {
  const opacityOf = (captionOpacity: number) => {
    const look = captionLook({ ...own, captionOpacity })
    return look.style?.['--caption-background']
  }
  expect([-5, 900].map(opacityOf)).toEqual(['rgb(0 0 0 / 0%)', 'rgb(0 0 0 / 100%)'])
})
