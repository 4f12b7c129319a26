import { protectedText } from './protected-text';
import { textParts } from './text-parts';

/** A translator that writes every word backwards, but no marker. */
function backwards(text: string): string {
  return text.replace(/\p{L}+/gu, (word) => [...word].reverse().join(''));
}

describe('protectedText', () => {
  it.each([
    ['keeps emoji at the ends to itself', '👍 Great 😀🎉', 'Great', '👍 taerG 😀🎉'],
    ['sends a marker for an emoji inside', 'I ❤️ this', 'I {1} this', 'I ❤️ siht'],
    [
      'keeps a family, a flag and a keycap whole',
      'Us 👨‍👩‍👧 in 🇫🇷 on 1️⃣ floor',
      'Us {1} in {2} on {3} floor',
      'sU 👨‍👩‍👧 ni 🇫🇷 no 1️⃣ roolf',
    ],
    ['protects an address', 'See https://a.test/x?y=1, ok', 'See {1}, ok', 'eeS https://a.test/x?y=1, ko'],
    ['protects an e-mail address', 'Ask me@shop.test now', 'Ask {1} now', 'ksA me@shop.test won'],
    [
      'protects placeholders',
      'Hi {name}, ${n} {{x}} %s or %1$s!',
      'Hi {1}, {2} {3} {4} or',
      'iH {name}, ${n} {{x}} %s ro %1$s!',
    ],
    ['does not take a percentage for a placeholder', '100%sure, 5% so', '100%sure, 5% so', '100%erus, 5% os'],
    [
      'protects tags without reading them',
      '<b>Good</b> and <i>bad</i>',
      'Good{1} and {2}bad',
      '<b>dooG</b> dna <i>dab</i>',
    ],
    ['leaves a lonely sign alone', 'a < b & c > d', 'a < b & c > d', 'a < b & c > d'],
    ['protects an entity that the author wrote', 'Fish &amp; chips', 'Fish {1} chips', 'hsiF &amp; spihc'],
    [
      'keeps line breaks and spaces as they are',
      '\n One\r\n\r\n  two\n😀\nthree \n',
      'One\ntwo\n{1}\nthree',
      '\n enO\r\n\r\n  owt\n😀\neerht \n',
    ],
    ['sends a marker for a text that looks like one', 'Take {1} or {2}', 'Take {1} or', 'ekaT {1} ro {2}'],
  ])('%s', (_what, text, sent, restored) => {
    const prepared = protectedText(text);
    expect(prepared.sent).toBe(sent);
    expect(prepared.restore(backwards(prepared.sent))).toBe(restored);
    expect(prepared.join(prepared.pieces.map(backwards))).toBe(restored);
  });

  it.each(['', '  \n ', '😀😀', '12/10 !!!', 'https://a.test/page', 'me@shop.test', '{name}', '❤️ {1} %s'])(
    'sends nothing of %j, which has no words',
    (text) => {
      expect(protectedText(text)).toMatchObject({ sent: '', pieces: [] });
    },
  );

  const mangled = protectedText('Nice 😀 place\nsee www.a.test for more');

  it.each([
    ['moves the markers', 'see {2} for\nNice {1} place', 'see www.a.test for\nNice 😀 place'],
    ['adds spaces to the markers', 'Nice { 1 } place\nsee { 2 }more', 'Nice 😀 place\nsee www.a.testmore'],
    ['writes full-width braces', 'Nice ｛1｝\nsee ｛2｝', 'Nice 😀\nsee www.a.test'],
    ['doubles the line break', 'Nice {1}\n\n see {2}', 'Nice 😀\nsee www.a.test'],
    ['escapes its answer', 'L&#39;&quot;A&quot; {1} &lt;\n{2} &amp; &#x27;', `L'"A" 😀 <\nwww.a.test & '`],
    ['adds invisible characters', '\ufeffNice\u0000 {1}\u200b\n{2}', 'Nice 😀\nwww.a.test'],
  ])('accepts a translator that %s', (_what, answer, restored) => {
    expect(mangled.restore(answer)).toBe(restored);
  });

  it.each([
    ['loses a marker', 'Nice {1} place\nsee'],
    ['repeats a marker', 'Nice {1} {1} place\nsee {2}'],
    ['invents a marker', 'Nice {1} place\nsee {2} {3}'],
    ['replaces a marker', 'Nice {1} place\nsee {3}'],
    ['counts from zero', 'Nice {0} place\nsee {1}'],
    ['loses the line break', 'Nice {1} place see {2}'],
    ['adds a line break', 'Nice {1}\nplace\nsee {2}'],
    ['returns nothing', ''],
    ['returns white space', ' \n '],
    ['returns markers without words', '{1}\n{2}'],
    ['runs away', `Nice {1}\n{2} ${'ha '.repeat(500)}`],
  ])('refuses the answer of a translator that %s', (_what, answer) => {
    expect(mangled.restore(answer)).toBeNull();
  });

  it('has the words between what is protected as pieces, and joins them around it', () => {
    expect(mangled.pieces).toEqual(['Nice', 'place', 'see', 'for more']);
    expect(mangled.join(['Joli', 'endroit', 'voir', 'plus $& loin'])).toBe(
      'Joli 😀 endroit\nvoir www.a.test plus $& loin',
    );
  });

  it.each([[['Joli', '', 'voir', 'plus']], [['Joli', 'endroit', 'voir']], [[]]])(
    'does not join pieces of which one is missing: %j',
    (pieces) => {
      expect(mangled.join(pieces)).toBeNull();
    },
  );

  it.each([
    ['<a', '<a'.repeat(10_000)],
    ['braces', '{'.repeat(20_000)],
    ['word characters', 'a'.repeat(20_000)],
    ['spaces', `a${' '.repeat(20_000)}b`],
    ['dots after an address', `http://${'.'.repeat(20_000)}`],
    ['emoji joiners', '😀\u200d'.repeat(10_000)],
    ['percent signs', '%'.repeat(20_000)],
    ['ampersands', '&a'.repeat(10_000)],
  ])('splits 20,000 hostile characters of %s into parts that are the text', (_what, text) => {
    expect(
      textParts(text)
        .map((part) => part.text)
        .join(''),
    ).toBe(text);
  });
});
