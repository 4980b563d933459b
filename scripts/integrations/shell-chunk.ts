import type { AstroIntegration } from 'astro'

/** What the shell's script has in common with islands, which would otherwise be cut into a dozen files. */
const SHELL =
  /vite\/preload-helper|\/src\/(lib\/(tv\/tv|layout\/account-area\.browser|hydration\/all-styles\.browser|session\/(state|change-marker)|notifications\/flash-key|checkout\/subscription-alert|i18n\/languages)|contract\/limits)\.ts/
const SESSION =
  /\/src\/lib\/(session\/(session-sync|guard|session\.store)|notifications\/notifications\.store)|\/nanostores\//

/** A few files instead of fifteen: what a page begins with, its shell, and the session's part of it. */
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
