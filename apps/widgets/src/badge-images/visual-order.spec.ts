import { visualOrder } from './visual-order';

function drawn(label: string, direction: 'ltr' | 'rtl'): string {
  return visualOrder(label, direction).join('');
}

describe('visualOrder', () => {
  it('keeps a label that is written from left to right', () => {
    expect(drawn('1,284 reviews', 'ltr')).toBe('1,284 reviews');
  });

  it('reverses a Hebrew label around its number', () => {
    expect(drawn('1,284 אבג', 'rtl')).toBe('גבא 1,284');
    expect(drawn('אב 3.5 גד', 'rtl')).toBe('דג 3.5 בא');
  });

  it('leaves out the marks that isolate a number', () => {
    expect(drawn('\u2068284\u2069 אב', 'rtl')).toBe('בא 284');
  });

  it.each([
    // Initial, medial and final form; a letter that joins only the one before it; two letters that are one sign.
    ['تقييم', 'ﻢﻴﻴﻘﺗ'],
    ['دار', 'ﺭﺍﺩ'],
    ['سلام', 'ﻡﻼﺳ'],
    ['لا', 'ﻻ'],
    ['شيء', 'ﺀﻲﺷ'],
    ['تقييمًا', 'ﺎﻤﻴﻴﻘﺗ'],
  ])('joins the Arabic letters of %s', (word, forms) => {
    expect(drawn(word, 'rtl')).toBe(forms);
  });
});
