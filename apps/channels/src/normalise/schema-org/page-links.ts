import { webUrl } from '@plaudit/runtime/content';
import { readJsonLd } from './json-ld';
import { readPageTree } from './page-tree';
import { WorkBudget } from './work-budget';

/** Links of one page that are looked at, in the order of the page. */
const MAX_LINKS = 2_000;

/**
 * Returns the absolute URLs that a page says lead to the same business elsewhere: `sameAs` of its JSON-LD first, then all its
 * links. Each is returned once. Throws PageTooComplex if the page demands more work than `budget` allows.
 */
export function readPageLinks(html: string, url: string, budget = new WorkBudget()): string[] {
  const tree = readPageTree(html, budget);
  const same = readJsonLd(tree, url, budget)
    .lists.flat()
    .flatMap(({ values }) => values['sameAs'] ?? []);
  const linked = tree.elements
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes.get('href'));
  const given = [...same.slice(0, MAX_LINKS), ...linked.slice(0, MAX_LINKS)];
  return [...new Set(given.map((link) => webUrl(link, url)).filter((link) => link !== null))];
}
