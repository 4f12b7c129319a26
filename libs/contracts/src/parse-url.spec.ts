import { parseUrl } from './parse-url';

/** After so many calls, Node has optimised a function. */
const CALLS = 50_000;

describe('parseUrl', () => {
  it.each([
    ['https://a.example/b?c#d', undefined, 'https://a.example/b?c#d'],
    ['/i.png', 'https://a.example/p/', 'https://a.example/i.png'],
    ['/i.png', undefined, null],
    ['http://[', undefined, null],
    ['', undefined, null],
  ])('reads %j below %j as %j', (text, base, href) => {
    expect(parseUrl(text, base)?.href ?? null).toBe(href);
  });

  it('reads letters outside of ASCII however often it was called', () => {
    for (let calls = 0; calls < CALLS; calls++) parseUrl(`https://a.example/${calls}`);
    expect(parseUrl('https://bücher.example/ä')?.href).toBe('https://xn--bcher-kva.example/%C3%A4');
  });
});
