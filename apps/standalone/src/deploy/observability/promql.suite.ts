import { parser } from '@prometheus-io/lezer-promql';

type Visitor = Required<Parameters<ReturnType<typeof parser.parse>['iterate']>[0]>;
type SyntaxNodeRef = Parameters<Visitor['leave']>[0];

/** What an expression asks Prometheus for. */
export interface PromQuery {
  /** The metrics that it selects, each with the labels that its matchers name. */
  selectors: { metric: string; labels: string[] }[];
  /** The labels by which it groups and joins. */
  groupings: string[];
  /** The counters whose `increase` it compares. */
  increases: string[];
}

/** Reads an expression with the grammar of Prometheus. Throws if it is not valid, and says where. */
export function readPromQl(expression: string): PromQuery {
  const query: PromQuery = { selectors: [], groupings: [], increases: [] };
  const functions: string[] = [];
  const textOf = ({ from, to }: SyntaxNodeRef): string => expression.slice(from, to);
  const enter = (node: SyntaxNodeRef): void => {
    if (node.type.isError) throw new Error(`"${expression}" is not valid at character ${node.from}`);
    if (node.name === 'FunctionIdentifier') functions.push(textOf(node));
    if (node.name === 'Identifier') {
      query.selectors.push({ metric: textOf(node), labels: [] });
      if (functions.at(-1) === 'increase') query.increases.push(textOf(node));
    }
    if (node.name === 'LabelName') labelsFor(node, query).push(textOf(node));
  };
  const leave = ({ name }: SyntaxNodeRef): void => {
    if (name === 'FunctionCall') functions.pop();
  };
  parser.parse(expression).iterate({ enter, leave });
  return query;
}

/** Returns the list to which a label belongs: a matcher's selector, or what the expression groups by. */
function labelsFor({ node }: SyntaxNodeRef, { selectors, groupings }: PromQuery): string[] {
  const isGrouping = node.parent?.name === 'GroupingLabels';
  return isGrouping ? groupings : (selectors.at(-1)?.labels ?? []);
}
