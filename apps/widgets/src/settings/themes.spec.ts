import { changeSettings, readSettings } from './change-settings';
import { hasOwnColours, schemeOf, THEMES } from './themes';

describe('style.theme', () => {
  it.each(THEMES)('accepts %s with values that are valid settings', (theme) => {
    const { settings, overrides } = changeSettings('grid', {}, { style: { theme } });
    expect(settings.style.theme).toBe(theme);
    expect(overrides).toEqual(theme === 'light' ? {} : { style: { theme } });
  });

  it('puts the values of the theme between the defaults and the settings of the owner', () => {
    const { settings } = changeSettings('grid', {}, { style: { theme: 'soft', radius: 3 } });
    expect(settings.style).toMatchObject({ text_color: '#2b2622', border: false, radius: 3, gap: 16 });
  });

  it('keeps only what differs from the theme, so that complete settings can be sent back', () => {
    const soft = changeSettings('grid', {}, { style: { theme: 'soft' } });
    expect(changeSettings('grid', soft.overrides, soft.settings).overrides).toEqual(soft.overrides);
  });

  it('takes the values of a theme away when another one is chosen', () => {
    const { overrides } = changeSettings('grid', {}, { style: { theme: 'contrast' } });
    const { settings } = changeSettings('grid', overrides, { style: { theme: 'light' } });
    expect(settings).toEqual(readSettings('grid', {}));
  });

  it('keeps null as the default colour of a theme that has its own', () => {
    const { settings } = changeSettings('grid', {}, { style: { theme: 'soft', text_color: null } });
    expect(settings.style.text_color).toBeNull();
  });

  it('refuses an unknown theme', () => {
    expect(() => changeSettings('grid', {}, { style: { theme: 'neon' } })).toThrow(/style\.theme/);
  });

  it('draws themes with colours of their own in a light scheme', () => {
    const schemes = THEMES.map((theme) => [theme, schemeOf(theme), hasOwnColours(theme)]);
    expect(schemes).toEqual([
      ['light', 'light', false],
      ['dark', 'dark', false],
      ['auto', 'auto', false],
      ['minimal', 'light', true],
      ['soft', 'light', true],
      ['contrast', 'light', true],
    ]);
  });
});
