import { buildReview } from '@plaudit/testing';
import { readSettings } from '../widgets/settings-rules';
import { hostedPage, pagePolicy, unavailablePage } from './hosted-page';
import { stringsOf } from './locale';
import { renderReviews, renderWidget } from './render-widget';

const NASTY = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
const strings = stringsOf('en', {});
const counts = { count: 1, average: 5, distribution: { '1': 0, '2': 0, '3': 0, '4': 0, '5': 1 } };

function page(overrides: object = {}): string {
  const settings = readSettings('list', {});
  const items = [buildReview({ post_url: 'https://platform.example/r/1', ...overrides })];
  const naming = { nameOf: (id: number) => `n${id}`, imageOf: () => null };
  const widget = renderWidget({
    key: 'w_8fJ2kQ0vT3nYb5Lx',
    type: 'list',
    settings,
    language: 'en',
    answer: { items, count: 1, next: null, summary: { approved: counts, collected: counts } },
    channels: [],
    publicUrl: 'https://r.example',
    next: null,
    naming,
  });
  const reviews = renderReviews(items, settings, naming);
  return hostedPage({ widget, reviews, title: `Reviews of ${NASTY}`, scriptUrl: '/embed/v1/rv.js', strings });
}

describe('the hosted page', () => {
  it('shows the reviews to readers without JavaScript', () => {
    const html = page({ text: 'Great bread.' });
    expect(html).toContain('<p dir="auto">Great bread.</p>');
    expect(html).toContain('Rated 5 out of 5');
    expect(html).toContain('href="https://platform.example/r/1"');
    expect(html).toContain('<rv-widget key="w_8fJ2kQ0vT3nYb5Lx" lang="en" eager>');
  });

  it('shows whatever a review says as text', () => {
    const html = page({
      text: NASTY,
      from_name: NASTY,
      label: NASTY,
      language: NASTY,
      reply: { text: NASTY, posted_on: null },
    });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('<img');
    expect(html).not.toContain(NASTY);
  });

  it('loads only from its own origin and may be framed by anybody, or by the allowed domains', () => {
    expect(pagePolicy([])).toContain("default-src 'none'");
    expect(pagePolicy([])).toContain('frame-ancestors *');
    expect(pagePolicy(['shop.example'])).toContain("frame-ancestors 'self' shop.example");
  });

  it('says that an inactive widget is not available', () => {
    expect(unavailablePage('en', strings)).toContain('These reviews are not available at the moment.');
  });
});
