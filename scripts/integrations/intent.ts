import type { AstroIntegration } from 'astro'

/** `client:intent`: an island's code loads when someone points at it, focuses it, touches it or types in it. */
export function intent(): AstroIntegration {
  return {
    name: 'intent',
    hooks: {
      'astro:config:setup': ({ addClientDirective }) => {
        addClientDirective({
          name: 'intent',
          entrypoint: './src/lib/hydration/intent-directive.ts',
        })
        addClientDirective({
          name: 'signed-in',
          entrypoint: './src/lib/hydration/signed-in-directive.ts',
        })
      },
    },
  }
}
