/* Inlined in the head of every page: loads the polyfills that browsers of TVs since 2019 need. */
// esbuild would bundle a file that is named literally in `import()`.
const [polyfills] = [POLYFILLS_PATH]
// `toWellFormed` is the newest of the missing functions (Chromium 111). Astro's islands call `fromEntries` without
// waiting.
if (!''.toWellFormed) {
  self.polyfills = import(polyfills)
  Object.fromEntries = entries => {
    const object = {}
    for (const [key, value] of entries) object[key] = value
    return object
  }
}
