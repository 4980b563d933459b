/* Inline in the head of every page: loads what browsers of televisions since 2019 lack. */
// esbuild takes a file that is named in `import()` itself for a part of this script.
const [polyfills] = [POLYFILLS_PATH]
// Of what televisions lack, toWellFormed came last (Chromium 111). Astro's islands call fromEntries, and do not wait.
if (!''.toWellFormed) {
  self.polyfills = import(polyfills)
  Object.fromEntries = entries => {
    const object = {}
    for (const [key, value] of entries) object[key] = value
    return object
  }
}
