import { contrastOf } from '../brand/contrast';
import { paletteOf, SURFACES } from './colours';

const STEPS = ['00', '33', '66', '77', '99', 'cc', 'ff'];
const COLOURS = STEPS.flatMap((red) =>
  STEPS.flatMap((green) => STEPS.map((blue) => `#${red}${green}${blue}`)),
);

describe('paletteOf', () => {
  it('returns for every colour a text and links that can be read', () => {
    for (const colour of COLOURS) {
      const { brand, onBrand, link, linkOnDark } = paletteOf(colour);
      const pairs = [
        [brand, onBrand],
        [SURFACES.light, link],
        [SURFACES.dark, linkOnDark],
      ] as const;
      const worst = Math.min(...pairs.map(([one, other]) => contrastOf(one, other)));
      expect({ colour, readable: worst >= 4.5 }).toEqual({ colour, readable: true });
    }
  });

  it('keeps a colour that can be read', () => {
    expect(paletteOf('#2563EB')).toMatchObject({
      brand: '#2563eb',
      onBrand: '#ffffff',
      edge: '#2563eb',
      link: '#2563eb',
    });
  });

  it.each(['#ffffff', '#fefefe', '#1b1f27', '#222222'])(
    'gives %s an edge, because it looks like the surface',
    (colour) => {
      expect(paletteOf(colour).edge).not.toBe(colour);
    },
  );

  it('puts dark text on a bright colour', () => {
    expect(paletteOf('#facc15').onBrand).toBe('#111827');
  });
});
