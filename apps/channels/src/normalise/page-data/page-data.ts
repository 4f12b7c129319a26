import { parseJson } from '../json';
import { rawTextOf, readPageTree } from '../schema-org/page-tree';
import type { WorkBudget } from '../schema-org/work-budget';

/** Scripts of one page that are read. A page has about 30 of them. */
const MAX_SCRIPTS = 100;

/** The JSON of a script element, in which the application of a page keeps its state. */
export interface PageData {
  /** The `id` of the element, or an empty string. */
  id: string;
  data: unknown;
}

/**
 * Returns the JSON of the scripts of a page. Scripts that are programs, and JSON that is broken or nested too deeply, are left
 * out. The work grows with the length of the page only. Throws PageTooComplex beyond the budget.
 */
export function readPageData(html: string, budget: WorkBudget): PageData[] {
  const scripts = readPageTree(html, budget)
    .elements.filter(({ name }) => name === 'script')
    .slice(0, MAX_SCRIPTS);
  return scripts.flatMap((script) => {
    const text = rawTextOf(script).trim();
    if (!/^[{[]/.test(text)) return [];
    budget.spend(text.length);
    const data = parsed(text);
    return data === undefined ? [] : [{ id: script.attributes.get('id') ?? '', data }];
  });
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/**
 * Returns the first object in page data that satisfies the condition, or null. Objects are visited in the order of the
 * document. Each one is a step of the budget.
 */
export function findInPageData(
  pages: readonly PageData[],
  isWanted: (object: Readonly<Record<string, unknown>>) => boolean,
  budget: WorkBudget,
): Readonly<Record<string, unknown>> | null {
  const visit = (value: unknown): Readonly<Record<string, unknown>> | null => {
    budget.spend(1);
    if (typeof value !== 'object' || value === null) return null;
    if (!Array.isArray(value) && isWanted(value as Record<string, unknown>)) {
      return value as Record<string, unknown>;
    }
    for (const child of Object.values(value)) {
      const found = visit(child);
      if (found) return found;
    }
    return null;
  };
  return visit(pages.map(({ data }) => data));
}
