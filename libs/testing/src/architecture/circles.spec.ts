import fc from 'fast-check';
import { circlesIn, pathBackTo } from './circles';

type Graph = ReadonlyMap<number, readonly number[]>;

const NODES = [0, 1, 2, 3, 4, 5];
const graphs = fc
  .tuple(...NODES.map(() => fc.uniqueArray(fc.constantFrom(...NODES), { maxLength: 3 })))
  .map((targets): Graph => new Map(targets.map((next, node) => [node, next])));

/** Returns the nodes that a path of at least one edge reaches. */
function reachable(start: number, graph: Graph): Set<number> {
  const reached = new Set<number>();
  const visit = (node: number): void => {
    for (const next of graph.get(node) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      visit(next);
    }
  };
  visit(start);
  return reached;
}

describe('circlesIn', () => {
  it('groups the nodes that reach each other', () => {
    fc.assert(
      fc.property(graphs, (graph) => {
        const reach = new Map(NODES.map((node) => [node, reachable(node, graph)]));
        const circleOf = (node: number): number[] =>
          NODES.filter(
            (other) => other === node || (reach.get(node)!.has(other) && reach.get(other)!.has(node)),
          );
        const expected = new Set(
          NODES.map(circleOf)
            .filter(({ length }) => length > 1)
            .map(String),
        );
        const found = circlesIn(graph).map((circle) => String(circle.toSorted((a, b) => a - b)));
        expect(found.toSorted()).toEqual([...expected].toSorted());
      }),
    );
  });

  it('reads a target that is no node of the graph as one without targets', () => {
    expect(circlesIn(new Map([['a', ['b']]]))).toEqual([]);
  });
});

describe('pathBackTo', () => {
  const graph = new Map([
    ['a', ['b', 'c']],
    ['b', ['d']],
    ['c', ['a']],
    ['d', ['a', 'e']],
  ]);
  const next = (node: string): string[] => graph.get(node) ?? [];

  it('returns the shortest way back', () => {
    expect(pathBackTo('a', next)).toEqual(['c']);
    expect(pathBackTo('b', next)).toEqual(['d', 'a']);
  });

  it('returns null for a node that no way leads back to', () => {
    expect(pathBackTo('e', next)).toBeNull();
  });
});
