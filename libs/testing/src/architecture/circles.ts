/**
 * Returns the groups of nodes that reach each other. A node that is in no circle is in no group. This is Tarjan's algorithm, which
 * follows each edge once.
 */
export function circlesIn<Node>(graph: ReadonlyMap<Node, Iterable<Node>>): Node[][] {
  const circles: Node[][] = [];
  const numbers = new Map<Node, number>();
  const open: Node[] = [];
  const closed = new Set<Node>();
  const visit = (node: Node): number => {
    const number = numbers.size;
    const start = open.push(node) - 1;
    let lowest = number;
    numbers.set(node, number);
    for (const next of graph.get(node) ?? []) {
      if (!closed.has(next)) lowest = Math.min(lowest, numbers.get(next) ?? visit(next));
    }
    if (lowest === number) {
      const group = open.splice(start);
      for (const one of group) closed.add(one);
      if (group.length > 1) circles.push(group);
    }
    return lowest;
  };
  for (const node of graph.keys()) if (!numbers.has(node)) visit(node);
  return circles;
}

/** Returns the nodes between `start` and itself on the shortest way back, or null if there is none. */
export function pathBackTo<Node>(start: Node, nextOf: (node: Node) => Iterable<Node>): Node[] | null {
  const reachedFrom = new Map<Node, Node>();
  const queue = [start];
  for (const node of queue) {
    const targets = [...nextOf(node)];
    if (targets.includes(start)) return trail(node, start, reachedFrom);
    for (const target of targets.filter((one) => !reachedFrom.has(one))) {
      reachedFrom.set(target, node);
      queue.push(target);
    }
  }
  return null;
}

function trail<Node>(end: Node, start: Node, reachedFrom: ReadonlyMap<Node, Node>): Node[] {
  const path: Node[] = [];
  for (let node: Node | undefined = end; node !== undefined && node !== start; node = reachedFrom.get(node)) {
    path.unshift(node);
  }
  return path;
}
