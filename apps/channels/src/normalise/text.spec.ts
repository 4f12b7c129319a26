import { foldText, MAX_TEXT, plainLine, plainText, withTitle } from './text';

describe('plain text', () => {
  it.each([
    [
      'keeps line breaks of br, p and li',
      'One<br>Two<p>Three</p><ul><li>a</li><li>b</li></ul>',
      'One\nTwo\nThree\n\na\n\nb',
    ],
    ['decodes entities once', 'Fish &amp; chips &amp;amp; peas', 'Fish & chips &amp; peas'],
    [
      'drops scripts and styles with their content',
      'Hi<script>alert(1)</script><style>p{}</style> there',
      'Hi there',
    ],
    ['keeps a less-than that opens no tag', 'I <3 it, 1 < 2 and a <b', 'I <3 it, 1 < 2 and a <b'],
    ['removes control, zero-width and bidi characters', 'a\u0000b\u200Bc\u202Ed\uFEFFe\u0007', 'abcde'],
    ['keeps the joiners of emoji', '👩‍👧 ok', '👩‍👧 ok'],
    ['drops lone surrogates', 'a\uD83Db', 'ab'],
    ['composes accents', 'e\u0301te\u0301', 'été'],
    ['normalises newlines and spaces', 'a\r\nb\u00A0 \tc\n\n\n\nd', 'a\nb c\n\nd'],
    ['is empty for what is no string', 42, ''],
  ])('%s', (_name, input, expected) => {
    expect(plainText(input)).toBe(expected);
  });

  it('decodes twice escaped JSON-LD, and no further', () => {
    expect(plainText('It&amp;#39;s &lt;b&gt;good&lt;/b&gt;', 2)).toBe("It's good");
    expect(plainText('&amp;amp;lt;', 2)).toBe('&lt;');
  });

  it('is capped without splitting a character', () => {
    const text = plainText('a' + '😀'.repeat(MAX_TEXT));
    expect(text.length).toBeLessThanOrEqual(MAX_TEXT);
    expect(text.endsWith('😀')).toBe(true);
  });

  it('is its own normal form', () => {
    const once = plainText('<p>a &amp; b</p><p>c</p>');
    expect(plainText(once)).toBe(once);
  });
});

it('a line has no breaks and its own limit', () => {
  expect(plainLine('  Ann\n<br>Lee ', 6)).toBe('Ann Le');
});

it('a title stands above the text unless the text begins with it', () => {
  expect(withTitle('Good', 'Works well.')).toBe('Good\nWorks well.');
  expect(withTitle('Good', 'good, works')).toBe('good, works');
  expect(withTitle('Good', '')).toBe('Good');
  expect(withTitle('', 'Text')).toBe('Text');
});

it('folding joins what differs in case, width and spaces', () => {
  expect(foldText(' Ｇood\n  APP ')).toBe(foldText('good app'));
});

it('reads what a hostile page nests 20,000 deep', () => {
  expect(plainText(`${'<b>'.repeat(20_000)}deep${'</b>'.repeat(20_000)}`)).toBe('deep');
});
