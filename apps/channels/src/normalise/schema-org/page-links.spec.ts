import { readPageLinks } from './page-links';
import { PageTooComplex, WorkBudget } from './work-budget';

const URL = 'https://acme.example/about/';

describe('readPageLinks', () => {
  it('returns what sameAs names before the links of the page, each once and absolute', () => {
    const html = `<script type="application/ld+json">{"@type":"Organization","sameAs":["https://b.example/acme","/own",7,
        {"@id":"https://c.example/"}]}</script>
      <a href="../x?a=1&amp;b=2">X</a><a href="https://b.example/acme">Again</a><a>None</a>
      <a href="mailto:a@acme.example">Mail</a><a href="javascript:alert(1)">Script</a>`;
    expect(readPageLinks(html, URL)).toEqual([
      'https://b.example/acme',
      'https://acme.example/own',
      'https://acme.example/x?a=1&b=2',
    ]);
  });

  it('looks at the first 2,000 links', () => {
    const html = Array.from({ length: 3_000 }, (_, index) => `<a href="/${index}">`).join('');
    expect(readPageLinks(html, URL)).toHaveLength(2_000);
  });

  it('gives up a page that demands too much work', () => {
    expect(() => readPageLinks('<a>'.repeat(1_000), URL, new WorkBudget(100))).toThrow(PageTooComplex);
  });
});
