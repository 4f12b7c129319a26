import { smsText } from './sms-text';

/** Returns the parts that decide what a message costs. */
const sizeOf = (text: string): [string, number] => {
  const { encoding, segments } = smsText(text);
  return [encoding, segments];
};

describe('smsText', () => {
  it.each([
    ['an empty text', '', 'gsm7', 1],
    ['160 letters', 'a'.repeat(160), 'gsm7', 1],
    ['161 letters', 'a'.repeat(161), 'gsm7', 2],
    ['306 letters', 'a'.repeat(306), 'gsm7', 2],
    ['307 letters', 'a'.repeat(307), 'gsm7', 3],
    ['459 letters', 'a'.repeat(459), 'gsm7', 3],
    ['460 letters', 'a'.repeat(460), 'gsm7', 4],
    ['80 euro signs', '€'.repeat(80), 'gsm7', 1],
    ['81 euro signs', '€'.repeat(81), 'gsm7', 2],
    ['80 of the characters that take two septets', '^{}\\[]~|€'.repeat(9).slice(0, 80), 'gsm7', 1],
    ['81 of them', '^{}\\[]~|€'.repeat(9), 'gsm7', 2],
    ['70 Cyrillic letters', 'ж'.repeat(70), 'ucs2', 1],
    ['71 Cyrillic letters', 'ж'.repeat(71), 'ucs2', 2],
    ['134 Cyrillic letters', 'ж'.repeat(134), 'ucs2', 2],
    ['135 Cyrillic letters', 'ж'.repeat(135), 'ucs2', 3],
    ['35 emoji', '😀'.repeat(35), 'ucs2', 1],
    ['36 emoji', '😀'.repeat(36), 'ucs2', 2],
    ['66 emoji, of which 33 fit into a segment', '😀'.repeat(66), 'ucs2', 2],
    ['67 emoji', '😀'.repeat(67), 'ucs2', 3],
    ['a capital c with a cedilla', `${'a'.repeat(159)}Ç`, 'gsm7', 1],
    ['a small c with a cedilla', `${'a'.repeat(159)}ç`, 'ucs2', 3],
    ['a typographic apostrophe', `${'a'.repeat(159)}’`, 'gsm7', 1],
    ['an ellipsis, which takes three septets', `${'a'.repeat(158)}…`, 'gsm7', 2],
    ['line ends', 'a\r\nb', 'gsm7', 1],
  ] as const)('counts the segments of %s', (_what, text, encoding, segments) => {
    expect(sizeOf(text)).toEqual([encoding, segments]);
  });

  it('splits no character of two septets', () => {
    // The euro sign would lie in septets 153 and 154, so it begins the second segment and the third one takes the rest.
    expect(smsText(`${'a'.repeat(152)}€${'a'.repeat(151)}`).segments).toBe(2);
    expect(smsText(`${'a'.repeat(152)}€${'a'.repeat(152)}`).segments).toBe(3);
  });

  it.each([
    ['‘How was it’, “Ada”?', '\'How was it\', "Ada"?'],
    ['« Chez Léa »', '" Chez Léa "'],
    ['C’est l´été', "C'est l'été"],
    ['9–17 h — daily…', '9-17 h - daily...'],
    ['•\u00a0one\u202ftwo\tthree', '* one two three'],
    ['cafe\u0301 for A\u030asa', 'café for Åsa'],
    ['\ufeffHi\u200b Ada\u00ad', 'Hi Ada'],
    ['Hawaiʻi', "Hawai'i"],
  ])('sends %j as %j', (text, body) => {
    expect(smsText(text)).toEqual({ body, encoding: 'gsm7', segments: 1, foreign: [] });
  });

  it.each([
    ['“Olá” – João…', ['á', 'ã']],
    ['Gal·la', ['·']],
    ['It’s great 👍🏽👍🏽 👩‍👩‍👧', ['👍🏽', '👩‍👩‍👧']],
    ['Привет — Ada', [...'Привет']],
  ])('leaves %j as it is, and names what is not in the alphabet', (text, foreign) => {
    expect(smsText(text)).toMatchObject({ body: text, encoding: 'ucs2', foreign });
  });

  it('changes no letter of any language into another one', () => {
    const letters = Array.from({ length: 0x2fff }, (_, code) => String.fromCharCode(code)).filter((one) =>
      /\p{L}/u.test(one),
    );
    const changed = letters.filter(
      (one) => smsText(one).body !== one.normalize('NFC') && smsText(one).body !== one,
    );
    expect(changed).toEqual(['ʻ', 'ʼ']);
  });

  it('reads a megabyte of hostile text at once', () => {
    const before = Date.now();
    for (const text of ['’', 'e\u0301', '\u200d', '👩‍']) smsText(text.repeat(50_000));
    expect(Date.now() - before).toBeLessThan(2_000);
  });
});
