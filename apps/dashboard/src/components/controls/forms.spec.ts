import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCES = join(__dirname, '../..');

/** Returns the opening tag of each form in the source of a screen. */
function formsIn(source: string): string[] {
  return source
    .split('<form')
    .slice(1)
    .map((rest) => rest.slice(0, rest.search(/\n\s*>|[^=]>/) + 2));
}

describe('the forms of the dashboard', () => {
  const forms = readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => formsIn(readFileSync(join(SOURCES, file), 'utf8')).map((tag) => ({ file, tag })));

  it('are found', () => {
    expect(forms.length).toBeGreaterThan(4);
    expect(formsIn('<form onSubmit={(a) => b}>')).toEqual([' onSubmit={(a) => b}>']);
  });

  it('show their faults in the page, and never in a bubble of the browser, which has its own language', () => {
    expect(forms.filter(({ tag }) => !/\bnoValidate\b/.test(tag))).toEqual([]);
  });
});
