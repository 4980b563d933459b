import type { Build, Part } from './patch.ts'

/** Entries of React, which are CommonJS. */
const ENTRIES = ['react', 'react-dom', 'react-dom/client', 'react/jsx-runtime']
const PREFIX = '\0react-module:'

/**
 * Turns React into a module with named exports. Otherwise every chunk that imports React contains the bundler's helper for
 * CommonJS, and accesses each function by its name.
 */
export function reactModule({ command, expect }: Build): Part {
  const imported = expect({
    patch: 'react-module',
    expected: `imports of ${ENTRIES.join(', ')}`,
    file: 'react/index.js',
  })
  return {
    plugins: [
      {
        name: 'pardeh:react-module',
        enforce: 'pre',
        applyToEnvironment: ({ name }) => name === 'client' && command === 'build',
        resolveId(id, importer) {
          if (!ENTRIES.includes(id) || importer?.startsWith(PREFIX)) return null
          // React's own files import each other as CommonJS.
          if (importer && /\/node_modules\/(react|react-dom|scheduler)\//.test(importer))
            return null
          imported()
          return PREFIX + id
        },
        load: id => (id.startsWith(PREFIX) ? namedExports(id.slice(PREFIX.length)) : null),
      },
    ],
  }
}

/** Returns the code of the module. The build leaves out unused exports. */
export async function namedExports(entry: string): Promise<string> {
  const names = Object.keys(await import(entry)).filter(name => /^[a-z]\w*$/i.test(name))
  const lines = names
    .filter(name => name !== 'default')
    .map(name => `export const ${name} = /* @__PURE__ */ (() => whole.${name})()`)
  return [`import whole from '${entry}'`, ...lines, 'export default whole'].join('\n')
}
