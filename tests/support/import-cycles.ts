/**
 * Returns the groups of nodes that import each other, directly or indirectly (strongly connected components by Tarjan's
 * algorithm). The list is empty for an acyclic graph.
 */
export function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>()
  const lowest = new Map<string, number>()
  const stack: string[] = []
  const cycles: string[][] = []

  function visit(node: string): void {
    index.set(node, index.size)
    lowest.set(node, index.get(node) as number)
    stack.push(node)
    for (const next of graph.get(node) ?? []) {
      if (next === node) cycles.push([node])
      else if (graph.has(next)) descend(node, next)
    }
    if (lowest.get(node) !== index.get(node)) return
    const group = stack.splice(stack.indexOf(node))
    if (group.length > 1) cycles.push(group.sort())
  }

  function descend(node: string, next: string): void {
    if (!index.has(next)) visit(next)
    else if (!stack.includes(next)) return
    lowest.set(node, Math.min(lowest.get(node) as number, lowest.get(next) as number))
  }

  for (const node of graph.keys()) if (!index.has(node)) visit(node)
  return cycles
}
