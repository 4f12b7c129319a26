import { isStyleOnly, styleOverlay } from './style-overlay';

const DRAWN = {
  style: { radius: 12, star_color: null, theme: 'light' },
  layout: { columns: { desktop: 3, mobile: 1 } },
  header: { title: '' },
};

describe('styleOverlay', () => {
  it('writes the custom properties of what changed', () => {
    const wished = {
      ...DRAWN,
      style: { ...DRAWN.style, radius: 0, star_color: '#0a6577' },
      layout: { columns: { desktop: 4, mobile: 1 } },
    };
    expect(isStyleOnly(DRAWN, wished)).toBe(true);
    expect(styleOverlay(DRAWN, wished)).toBe('.rv.rv.rv{--rv-radius:0px;--rv-star:#0a6577;--rv-desktop:4}');
  });

  it('gives a colour that was reset back to the theme', () => {
    const drawn = { ...DRAWN, style: { ...DRAWN.style, star_color: '#000' } };
    expect(styleOverlay(drawn, DRAWN)).toBe('.rv.rv.rv{--rv-star:initial}');
  });

  it('is empty if nothing changed, or if the service must draw the change', () => {
    expect(styleOverlay(DRAWN, DRAWN)).toBe('');
    const titled = { ...DRAWN, header: { title: 'Guests' }, style: { ...DRAWN.style, radius: 1 } };
    expect(isStyleOnly(DRAWN, titled)).toBe(false);
    expect(styleOverlay(DRAWN, titled)).toBe('');
  });

  it('writes no value that ends the rule', () => {
    const wished = { ...DRAWN, style: { ...DRAWN.style, star_color: 'red}*{display:none' } };
    expect(isStyleOnly(DRAWN, wished)).toBe(false);
    expect(styleOverlay(DRAWN, wished)).toBe('');
  });
});
