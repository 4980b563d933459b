/** Finds modules of the dev server that a change affects, and evaluates them again. */
import type { EnvironmentModuleNode, RunnableDevEnvironment } from 'vite'

/** Returns the modules and everything that imports them, directly or indirectly. */
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

/** Makes the next import evaluate the modules again. Unchanged modules are not compiled again. */
export function invalidate(
  { runner }: RunnableDevEnvironment,
  modules: Iterable<EnvironmentModuleNode>,
): void {
  for (const module of modules) {
    const evaluated = module.id && runner.evaluatedModules.getModuleById(module.id)
    if (evaluated) runner.evaluatedModules.invalidateModule(evaluated)
  }
}
