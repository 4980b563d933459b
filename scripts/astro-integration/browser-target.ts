import { type Build, type Part, PatchError } from './patch.ts'

/** Televisions of 2019, the oldest browsers that the player supports. No phone in use is older. */
export const TARGET = ['es2019', 'chrome69', 'safari13']

/** Overrides the build target last: Astro sets it to `esnext` after it has merged the settings. */
export function browserTarget({ command, expect }: Build): Part {
  const overridden = expect({
    patch: 'browser-target',
    expected: 'an environment "client" to configure',
    file: 'astro/dist/core/build/vite-build-config.js',
  })
  return {
    plugins: [
      {
        name: 'pardeh:browser-target',
        enforce: 'post',
        configEnvironment(name, config) {
          if (name !== 'client') return
          const { rolldownOptions } = config.build ?? {}
          // Fields of a class become assignments: the compiler's helper would be one more import of every file that has a class.
          const transform = {
            ...rolldownOptions?.transform,
            assumptions: { setPublicClassFields: true },
          }
          config.build = {
            ...config.build,
            target: TARGET,
            rolldownOptions: { ...rolldownOptions, transform },
          }
          overridden()
        },
        configResolved({ environments }) {
          if (command === 'build') verifyTarget(environments.client?.build.target)
        },
      },
    ],
  }
}

/** @throws PatchError if something replaced the target after this plugin */
export function verifyTarget(target: unknown): void {
  if (JSON.stringify(target) === JSON.stringify(TARGET)) return
  throw new PatchError({
    patch: 'browser-target',
    expected: `the client's target ${TARGET.join(', ')} and not ${JSON.stringify(target)}`,
    file: 'astro/dist/core/build/vite-build-config.js',
  })
}
