import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { REPOSITORY } from './deploy/compose.suite';

const DOCUMENTS = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'libs/client/README.md',
  ...readdirSync(join(REPOSITORY, 'docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
];

/** The only binary file in the repository, written by `npm run screenshots`. */
const PICTURE = 'docs/dashboard.webp';

const textOf = (document: string): string => readFileSync(join(REPOSITORY, document), 'utf8');

/** Returns the relative links of a Markdown text, without their anchors. */
function linksOf(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target]) => (target as string).split('#')[0] as string)
    .filter((target) => target !== '' && !/^[a-z]+:/.test(target));
}

describe('the documents', () => {
  it.each(DOCUMENTS)('%s links only to files that exist', (document) => {
    const folder = dirname(join(REPOSITORY, document));
    const broken = linksOf(textOf(document)).filter((target) => !existsSync(join(folder, target)));
    expect(broken).toEqual([]);
  });

  it('finds a link to a file that does not exist', () => {
    const text =
      'See [one](docs/README.md#top), [another](nowhere.md) and [the web](https://example.com/x.md).';
    expect(linksOf(text)).toEqual(['docs/README.md', 'nowhere.md']);
  });

  it('docs/README.md lists every page beside it once', () => {
    const listed = [...textOf('docs/README.md').matchAll(/^\| \[(\w[^\]]*\.md)\]/gm)].map(
      ([, page]) => page as string,
    );
    const pages = readdirSync(join(REPOSITORY, 'docs')).filter(
      (name) => name.endsWith('.md') && name !== 'README.md',
    );
    expect(listed.toSorted()).toEqual(pages.toSorted());
  });

  it('docs/decisions.md has each number once, and nothing but whole decisions', () => {
    const sections = textOf('docs/decisions.md').split(/^## /m).slice(1);
    const numbers = sections.map((section) => Number(/^\d+(?=\. )/.exec(section)?.[0]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
    const whole = /^\d+\. [^\n]+\n\n_(Accepted|Superseded)\b[^_]*\d{4}-\d{2}-\d{2}[^_]*\._ [^]*\n$/;
    expect(sections.filter((section) => !whole.test(section))).toEqual([]);
  });

  it('README.md has no comment in a block of commands, because zsh runs pasted comments', () => {
    const blocks = [...textOf('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(
      ([, block]) => block as string,
    );
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.filter((block) => /(^|\s)#/.test(block))).toEqual([]);
  });

  it('README.md shows one picture, a WebP below 150 KB', () => {
    const pictures = [...textOf('README.md').matchAll(/!\[([^\]]+)\]\(([^)]+)\)/g)];
    expect(pictures.map(([, , file]) => file)).toEqual([PICTURE]);
    const bytes = readFileSync(join(REPOSITORY, PICTURE));
    expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
    expect(bytes.length).toBeLessThan(150_000);
  });

  it('have no other binary file beside them', () => {
    const docs = join(REPOSITORY, 'docs');
    const files = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .map((name) => join(docs, name))
      .filter((file) => statSync(file).isFile());
    expect(files.length).toBeGreaterThan(20);
    expect(files.filter((file) => readFileSync(file).includes(0))).toEqual([join(REPOSITORY, PICTURE)]);
  });

  it('SECURITY.md states the state of each ASVS point with one of the words that it explains', () => {
    const rows = textOf('SECURITY.md')
      .split('## OWASP')[1]
      ?.split('\n')
      .filter((line) => /^\| \d/.test(line));
    expect(rows?.length).toBeGreaterThan(90);
    const states = new Set(rows?.map((row) => row.split('|')[2]?.trim()));
    expect(states).toEqual(new Set(['met', 'n/a', 'not', 'operator', 'partly']));
  });
});
