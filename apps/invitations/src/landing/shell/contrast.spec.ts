import { contrastOf, readableOn, textOn } from './contrast';

describe('contrast of colours', () => {
  it('is 21 for black on white', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
    expect(contrastOf('#2563eb', '#2563eb')).toBe(1);
  });

  it('suffices for text on every colour, and for every colour as text on a light and a dark card', () => {
    for (let red = 0; red < 256; red += 51) {
      for (let green = 0; green < 256; green += 51) {
        for (let blue = 0; blue < 256; blue += 51) {
          const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
          expect([color, contrastOf(textOn(color), color) >= 4.5]).toEqual([color, true]);
          for (const card of ['#ffffff', '#1a2130']) {
            expect([color, card, contrastOf(readableOn(card, color), card) >= 4.5]).toEqual([
              color,
              card,
              true,
            ]);
          }
        }
      }
    }
  });

  it('keeps a colour that is readable as it is', () => {
    expect(readableOn('#ffffff', '#2563eb')).toBe('#2563eb');
  });
});
