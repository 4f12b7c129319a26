import { changeSettings } from '../settings/change-settings';
import type { Settings } from '../settings/settings';
import { WIDGET_TYPES, type WidgetType } from '../settings/widget-types';
import { styleBlocks } from './style-blocks';
import { rootClasses, settingRules } from './style-tokens';

function settingsOf(type: WidgetType, patch: object): Settings {
  return changeSettings(type, {}, patch).settings;
}

function rules(type: WidgetType, patch: object): string {
  return settingRules(type, settingsOf(type, patch));
}

describe('settingRules', () => {
  it.each([
    ['grid', { style: { text_color: '#123456' } }, '--rv-text:#123456'],
    ['grid', { style: { font: 'Georgia', font_size: 18 } }, '--rv-font:Georgia;--rv-font-size:18px'],
    [
      'grid',
      { style: { max_width: 700, radius: 4, gap: 8 } },
      '--rv-max-width:700px;--rv-radius:4px;--rv-gap:8px',
    ],
    ['grid', { card: { max_lines: 9 } }, '--rv-lines:9'],
    ['grid', { layout: { columns: { desktop: 4 } } }, '--rv-desktop:4;--rv-tablet:2;--rv-mobile:1'],
    ['grid', { layout: { equal_height: false } }, '.list{align-items:start}'],
    ['grid', { behavior: { animate: false } }, 'animation:none!important'],
    ['grid', { style: { shadow: 'large' } }, '--shadow:inset'],
    ['carousel', { layout: { peek: true } }, '--rv-peek:24px'],
    ['marquee', { layout: { card_width: 280, duration_s: 30 } }, '--rv-card-width:280px;--rv-duration:30s'],
    ['marquee', { layout: { direction: 'end', fade_edges: false } }, '--rv-direction:reverse;--rv-fade:none'],
    ['avatars', { layout: { face_size: 48, overlap: 14 } }, '--rv-face:48px;--rv-overlap:14px'],
    ['floating', { layout: { drawer_width: 500, z_index: 7 } }, '--rv-drawer:500px'],
    ['floating', { layout: { position: 'top-left', offset_x: 5, offset_y: 9 } }, '--rv-at:9px auto auto 5px'],
    ['popup', { layout: { position: 'bottom-right' } }, '--rv-at:auto 20px 20px auto'],
    [
      'popup',
      { layout: { hide_on_mobile: true } },
      '@media (max-width:640px){:host{display:none!important}}',
    ],
    ['summary', { layout: { orientation: 'column' } }, '.overview{grid-template-columns:1fr}'],
  ] as [WidgetType, object, string][])('writes the settings of a %s: %j', (type, patch, rule) => {
    expect(rules(type, patch)).toContain(rule);
  });

  it('limits the colours of a theme to the light scheme, because an attribute may ask for the dark one', () => {
    expect(rules('grid', { style: { theme: 'soft' } })).toContain('.rv.light{--rv-card:#f7f3ed');
  });

  it('gives a painted ground a margin, and none to a transparent one', () => {
    expect(rules('grid', { style: { background: '#eeeeee' } })).toContain('.rv{padding:24px');
    expect(rules('grid', {})).toContain('.rv.dark{padding:24px');
    expect(rules('grid', { style: { background: 'transparent' } })).not.toContain('padding');
    expect(rules('floating', {})).not.toContain('padding');
  });
});

describe('rootClasses', () => {
  it.each([
    [{}, 'inherit bordered'],
    [{ style: { font: 'Georgia', border: false, shadow: 'large' } }, 'shadow-large'],
    [{ style: { border: false, shadow: 'none' } }, 'inherit flat'],
    [{ style: { border: false, shadow: 'none', card_background: '#ffffff' } }, 'inherit'],
  ])('returns the classes of %j', (patch, classes) => {
    expect(rootClasses(settingsOf('grid', patch))).toBe(classes);
  });

  it('returns the alignment of a badge', () => {
    expect(rootClasses(settingsOf('badge', { layout: { align: 'end' } }))).toContain('align-end');
  });
});

describe('styleBlocks', () => {
  it.each(WIDGET_TYPES)('names each style sheet of a %s once, and the common ones first', (type) => {
    const blocks = styleBlocks(type, settingsOf(type, {}));
    expect(new Set(blocks).size).toBe(blocks.length);
    expect(blocks.slice(0, 2)).toEqual(['tokens', 'frame']);
  });

  it('leaves out the style sheets of what the settings hide', () => {
    const plain = settingsOf('grid', { card: { show_media: false } });
    expect(styleBlocks('grid', plain)).not.toContain('lightbox');
    expect(styleBlocks('badge', settingsOf('badge', {}))).not.toContain('card');
    expect(styleBlocks('badge', settingsOf('badge', { layout: { link: 'dialog' } }))).toEqual(
      expect.arrayContaining(['card', 'sheet', 'badge']),
    );
  });
});
