import type { AstroIntegration } from 'astro'

/** Televisions of 2019, the oldest that the player is for, and no phone is older. */
const TARGET = ['es2019', 'chrome69', 'safari13']

/** Astro builds the client for the newest browsers, whatever the settings say: this has the last word. */
export function oldTelevisions(): AstroIntegration {
  return {
    name: 'old-televisions',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'old-televisions',
                enforce: 'post',
                configEnvironment(name, config) {
                  if (name === 'client') config.build = { ...config.build, target: TARGET }
                },
              },
            ],
          },
        })
      },
    },
  }
}
