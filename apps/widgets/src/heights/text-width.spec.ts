import { MeasuredText, textWidth } from './text-width';

describe('textWidth', () => {
  it('knows narrow, broad and square letters, and gives marks no width', () => {
    expect(textWidth('ill')).toBeLessThan(textWidth('nnn'));
    expect(textWidth('nnn')).toBeLessThan(textWidth('MMM'));
    expect(textWidth('東京')).toBe(2);
    expect(textWidth('é')).toBeCloseTo(textWidth('e\u0301'));
  });
});

describe('MeasuredText', () => {
  it.each([
    ['', 10, 1],
    ['one two three', 100, 1],
    ['one two three', 4, 2],
    ['one two three', 3, 3],
    ['  one\n\ntwo  ', 100, 1],
    // A word that is longer than a line continues in the next one.
    ['nnnnnnnnnn', 2, 3],
    // A line can also end after a hyphen.
    ['nnn nnn-nnn nn', 4, 2],
    ['パンがとても美味しい', 4, 3],
    ['👍👍👍 ok', 2, 3],
    ['nnn nnn', 0, 4],
    ['nnn nnn', -9, 4],
  ])('breaks %j into lines of %d em: %d', (text, width, lines) => {
    expect(new MeasuredText(text).lines(width)).toBe(lines);
  });

  it('stops to count after the lines that are shown', () => {
    const text = new MeasuredText('word '.repeat(1000));
    expect(text.lines(10, 5)).toBe(6);
    expect(text.lines(10, 2000)).toBeGreaterThan(100);
  });
});
