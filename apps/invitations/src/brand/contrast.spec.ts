import { contrastOf, readableOn, textOn } from './contrast';

describe('contrast of colours', () => {
  it('is 21 for black on white', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#2563eb', '#2563eb')).toBe(1);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 1);
    expect(contrastOf('#ffffff', '#2563eb')).toBeCloseTo(5.17, 1);
  });

  it('suffices for text on every colour, and for every colour as text on a light and a dark card', () => {
    const parts = ['00', '33', '66', '99', 'cc', 'ff'];
    const colors = parts.flatMap((red) =>
      parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)),
    );
    expect(colors.filter((color) => contrastOf(textOn(color), color) < 4.5)).toEqual([]);
    for (const card of ['#ffffff', '#1a2130']) {
      expect(colors.filter((color) => contrastOf(readableOn(card, color), card) < 4.5)).toEqual([]);
    }
  });

  it('keeps a colour that is readable as it is', () => {
    expect(readableOn('#ffffff', '#2563eb')).toBe('#2563eb');
  });
});
