import { existsSync, readdirSync, readFileSync } from 'node:fs';
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

  it('README.md has no comment in a block of commands, because zsh runs pasted comments', () => {
    const blocks = [...textOf('README.md').matchAll(/```sh\n([\s\S]*?)```/g)].map(
      ([, block]) => block as string,
    );
    expect(blocks.length).toBeGreaterThan(5);
    expect(blocks.filter((block) => /(^|\s)#/.test(block))).toEqual([]);
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
