import type { AstroIntegration } from 'astro'

/** What the shell's own script is made of; islands share it, and would otherwise cut it into a dozen files. */
const SHELL =
  /\/src\/(lib\/(shell\/browser\/(?!errors|third-party|tv-mode)|shell\/tv\.ts|session\/(state|traces)\.ts|checkout\/alert|i18n\/languages\.ts)|contract\/limits\.ts)|vite\/preload-helper/
const SESSION =
  /\/src\/lib\/(session\/(follow|guard|session\.store)|shell\/notifications\.store)|\/nanostores\//

/** Two files instead of fifteen: one that every page needs at once, and one that it needs when it is idle. */
export function shellChunk(): AstroIntegration {
  return {
    name: 'shell-chunk',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            environments: {
              client: {
                build: {
                  rolldownOptions: {
                    output: {
                      codeSplitting: {
                        groups: [
                          { name: 'shell', test: SHELL, priority: 2 },
                          { name: 'session', test: SESSION, priority: 1 },
                        ],
                      },
                    },
                  },
                },
              },
            },
          },
        })
      },
    },
  }
}
