import fc from 'fast-check';
import { JsonTooDeep, parseJson } from './json';

describe('parseJson', () => {
  it('keeps every digit of long integers, which become strings', () => {
    expect(parseJson('{"id":76561199435972925,"ids":[-12345678901234567, 42],"n":1.5e3}')).toEqual({
      id: '76561199435972925',
      ids: ['-12345678901234567', 42],
      n: 1_500,
    });
  });

  it('leaves digits in strings and fractions alone', () => {
    const text = String.raw`{"a\"12345678901234567":"x \" 12345678901234567","f":0.12345678901234567}`;
    expect(parseJson(text)).toEqual(JSON.parse(text));
  });

  it('parses any JSON with short numbers like JSON.parse', () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        fc.pre(!/\d{16}/.test(text));
        expect(parseJson(text)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses JSON that is nested too deeply, but not brackets in strings', () => {
    expect(() => parseJson('['.repeat(1_000_000))).toThrow(JsonTooDeep);
    expect(() => parseJson('[[}'.repeat(10))).toThrow(SyntaxError);
    expect(parseJson(JSON.stringify('['.repeat(100)))).toBe('['.repeat(100));
    expect(() => parseJson('')).toThrow(SyntaxError);
  });
});
