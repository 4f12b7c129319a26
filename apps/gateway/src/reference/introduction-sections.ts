import { ownValue } from '@plaudit/contracts';

/** The sections of docs/api.md that every caller needs. The others are about single parts of the API. */
const SECTIONS = [
  'Requests and responses',
  'Errors',
  'Keys',
  'Throttling',
  'Repeating a request safely',
  'Lists',
  'Bulks',
  'Ratings',
  'Versions',
];

/** The pages of the gateway that show what these documents contain. */
const PAGES: Readonly<Record<string, string>> = { 'errors.md': '/docs/errors' };

/**
 * Returns the introduction of the OpenAPI document: sections of docs/api.md, as Markdown. Throws if a section is missing, or
 * links to a document that the gateway does not show.
 */
export function introductionOf(apiPage: string): string {
  const sections = new Map(
    apiPage.split(/^## /m).map((section) => [section.split('\n')[0] as string, section.trim()]),
  );
  const chosen = SECTIONS.map((title) => {
    const section = sections.get(title);
    if (section === undefined) throw new Error(`docs/api.md has no section "${title}"`);
    return `## ${section}`;
  });
  return chosen.join('\n\n').replaceAll(/\]\(([^)\s]+)\)/g, (link, target: string) => {
    if (/^(https?:|\/)/.test(target)) return link;
    const [file = '', anchor] = target.split('#');
    const page = ownValue(PAGES, file);
    if (!page)
      throw new Error(`The introduction of the API links to ${target}, which the gateway does not show`);
    return `](${page}${anchor ? `#${anchor}` : ''})`;
  });
}
