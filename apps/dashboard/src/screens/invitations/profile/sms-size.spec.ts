import { smsSize } from './sms-size';

describe('smsSize', () => {
  it.each([
    ['an empty text', '', 1],
    ['160 letters', 'a'.repeat(160), 1],
    ['161 letters', 'a'.repeat(161), 2],
    ['459 letters', 'a'.repeat(459), 3],
    ['460 letters', 'a'.repeat(460), 4],
    ['80 euro signs', '€'.repeat(80), 1],
    ['81 euro signs', '€'.repeat(81), 2],
    ['a euro sign that does not fit into the rest of a segment', `${'a'.repeat(152)}€${'a'.repeat(152)}`, 3],
    ['70 Cyrillic letters', 'ж'.repeat(70), 1],
    ['71 Cyrillic letters', 'ж'.repeat(71), 2],
    ['36 emoji', '😀'.repeat(36), 2],
  ])('counts the segments of %s', (_what, text, segments) => {
    expect(smsSize(text).segments).toBe(segments);
  });

  it('counts a link instead of its variable and leaves out other variables', () => {
    expect(smsSize('Hi {{first_name}}: {{ review_url }}').characters).toBe('Hi : '.length + 26);
  });

  it('names the character that makes the text longer', () => {
    expect(smsSize(`it’s ${'a'.repeat(80)}`)).toMatchObject({ foreign: '’', segments: 2 });
    expect(smsSize('été')).toMatchObject({ foreign: null });
  });
});
