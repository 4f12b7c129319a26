import { buildReview } from '@plaudit/testing';
import { readSettings } from '../settings/change-settings';
import { hostedPage, pagePolicy, unavailablePage } from './hosted-page';
import { stringsOf } from '../i18n/locale';
import { renderReviews, renderWidget } from '../public-json/render-widget';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
const strings = stringsOf('en', {});
const figures = { count: 1, average: 5, distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 1 } };

function page(overrides: object = {}): string {
  const settings = readSettings('list', {});
  const items = [buildReview({ post_url: 'https://platform.example/r/1', ...overrides })];
  const naming = { publicId: (id: number) => `n${id}`, imageUrl: () => null };
  const widget = renderWidget({
    key: 'w_8fJ2kQ0vT3nYb5Lx',
    type: 'list',
    settings,
    language: 'en',
    reviews: { items, count: 1, next: null, summary: { approved: figures, collected: figures } },
    channels: [],
    publicUrl: 'https://r.example',
    next: null,
    naming,
  });
  const reviews = renderReviews(items, settings, naming);
  return hostedPage({
    widget,
    reviews,
    title: `Reviews of ${HOSTILE}`,
    scriptUrl: '/embed/v1/rv.js',
    strings,
  });
}

describe('hostedPage', () => {
  it('contains the reviews for visitors without JavaScript', () => {
    const html = page({ text: 'Great bread.' });
    expect(html).toContain('<p dir="auto">Great bread.</p>');
    expect(html).toContain('Rated 5 out of 5');
    expect(html).toContain('href="https://platform.example/r/1"');
    expect(html).toContain('<rv-widget key="w_8fJ2kQ0vT3nYb5Lx" lang="en" eager>');
  });

  it('escapes HTML in every field of a review', () => {
    const html = page({
      text: HOSTILE,
      from_name: HOSTILE,
      label: HOSTILE,
      language: HOSTILE,
      reply: { text: HOSTILE, posted_on: null },
    });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    expect(html).not.toContain(HOSTILE);
  });
});

describe('pagePolicy', () => {
  it('allows files from its own origin only, and framing by any site or by the allowed domains', () => {
    expect(pagePolicy([])).toContain("default-src 'none'");
    expect(pagePolicy([])).toContain('frame-ancestors *');
    expect(pagePolicy(['shop.example'])).toContain("frame-ancestors 'self' shop.example");
  });
});

describe('unavailablePage', () => {
  it('tells visitors that the reviews are not available', () => {
    expect(unavailablePage('en', strings)).toContain('These reviews are not available at the moment.');
  });
});
