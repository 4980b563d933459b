/** Modules of the dev server: what a change reaches, and how to have it evaluated again. */
import type { EnvironmentModuleNode, RunnableDevEnvironment } from 'vite'

/** The modules and all that import them, at any distance. */
export function importersOf(
  modules: Iterable<EnvironmentModuleNode>,
  found = new Set<EnvironmentModuleNode>(),
): Set<EnvironmentModuleNode> {
  for (const module of modules) {
    if (found.has(module)) continue
    found.add(module)
    importersOf(module.importers, found)
  }
  return found
}

/** The next import evaluates them again. What has not changed itself is not compiled again. */
export function invalidate(
  { runner }: RunnableDevEnvironment,
  modules: Iterable<EnvironmentModuleNode>,
): void {
  for (const module of modules) {
    const evaluated = module.id && runner.evaluatedModules.getModuleById(module.id)
    if (evaluated) runner.evaluatedModules.invalidateModule(evaluated)
  }
}
