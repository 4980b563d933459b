/** Every screenshot that the options ask for. */
import type { Mode } from './modes.ts'
import { type Language, type Options, WIDTHS } from './options.ts'
import type { Screen } from './screen.ts'
import type { Viewer } from './viewers.ts'

export type Shot = {
  screen: Screen
  viewer: Viewer
  language: Language
  width: number
  mode: Mode
  /** Relative to the folder. */
  file: string
}

const DEFAULT_VIEWERS: readonly Viewer[] = ['visitor', 'subscriber']

export function shotsOf(screens: readonly Screen[], options: Options): Shot[] {
  const { only, languages, widths, viewers, modes } = options
  const isAsked = ({ name }: Screen) => only.length === 0 || only.some(part => name.includes(part))
  return screens.filter(isAsked).flatMap(screen =>
    (screen.viewers ?? DEFAULT_VIEWERS)
      .filter(viewer => viewers.includes(viewer))
      .flatMap(viewer =>
        modes.flatMap(mode =>
          languages.flatMap(language =>
            (widths ?? screen.widths ?? WIDTHS).map(width => {
              const parts = [viewer.replace(' ', '-'), mode, language, width]
              return { screen, viewer, mode, language, width, file: fileOf(screen, parts) }
            }),
          ),
        ),
      ),
  )
}

function fileOf({ name }: Screen, parts: Array<string | number>): string {
  const said = parts.filter(part => part !== 'plain')
  return `${name.replaceAll('/', '-')}.${said.join('.')}.png`
}
