import { stringsOf } from '../i18n/locale';
import type { PublicReview } from '../public-json/public-widget';
import { changeSettings } from '../settings/change-settings';
import type { WidgetType } from '../settings/widget-types';
import { hostedPage, type PageInput, unavailablePage } from './hosted-page';
import { pagePolicy } from './page-style';

const HOSTILE = '</script><script>alert(1)</script><img src=x onerror=alert(1)>"\'&';
const strings = stringsOf('en', {});
const SCRIPT = '<script type="module" async src="/embed/v1/rv.js"></script>';

function review(fields: Partial<PublicReview> = {}): PublicReview {
  return {
    id: 'r1',
    platform: 'app_store',
    label: 'Apple App Store',
    mark: 'A',
    rating: 4.5,
    text: 'Great bread.',
    cut: false,
    language: 'en',
    translated: false,
    author: { name: 'Noa Bergman', image: null },
    date: '2026-09-14',
    url: 'https://platform.example/r/1',
    verified: true,
    reply: { text: 'Thank you.', date: null },
    media: [{ type: 'image', url: '/large.webp', src: '/large.webp', thumb: '/small.webp' }],
    ...fields,
  };
}

interface PageOptions extends Partial<PageInput> {
  type?: WidgetType;
  patch?: object;
  count?: number;
  isHidden?: boolean;
}

function page({
  type = 'list',
  patch = {},
  count = 12,
  isHidden = false,
  ...input
}: PageOptions = {}): string {
  const summary = {
    rating: count > 0 ? 4.66 : null,
    count,
    basis: 'official' as const,
    label: `Based on ${count} reviews`,
    short_label: `${count} reviews`,
    distribution: null,
    platforms: [],
    matching: count,
  };
  const { settings } = changeSettings(type, {}, patch);
  return hostedPage({
    widget: {
      key: 'w_8fJ2kQ0vT3nYb5Lx',
      type,
      dir: 'ltr',
      summary,
      hidden: isHidden,
      disclosure: { text: 'The overall rating comes from Google.', link: null },
      branding: null,
    },
    disclosure: { text: 'All reviews are included.', link: null },
    settings,
    reviews: count > 0 ? [review()] : [],
    form: 'page',
    title: 'Reviews of Acme',
    language: 'en',
    strings,
    publicUrl: 'https://r.example',
    nextUrl: null,
    isLater: false,
    jsonLd: '',
    ...input,
  });
}

/** What visitors see once the element has drawn itself. */
function withoutFallback(html: string): string {
  return html.replace(/<rv-widget .*<\/rv-widget>/s, '<rv-widget></rv-widget>');
}

describe('hostedPage', () => {
  it('contains the reviews for visitors without JavaScript', () => {
    const html = page();
    for (const part of [
      '<title>Reviews of Acme</title>',
      '<h1>Reviews of Acme</h1>',
      '<p class="text" lang="en" dir="auto">Great bread.</p>',
      'aria-label="Rated 4.7 out of 5"',
      'aria-label="Rated 4.5 out of 5"',
      'Based on 12 reviews',
      'Sep 14, 2026',
      'href="https://platform.example/r/1"',
      'Thank you.',
      'Verified',
      'src="/small.webp"',
      'All reviews are included.',
      '<rv-widget key="w_8fJ2kQ0vT3nYb5Lx" lang="en" theme="auto" eager>',
    ]) {
      expect(html).toContain(part);
    }
  });

  it('escapes HTML in every text', () => {
    const hostile = review({
      text: HOSTILE,
      author: { name: HOSTILE, image: HOSTILE },
      label: HOSTILE,
      mark: HOSTILE,
      language: HOSTILE,
      date: '2026-01-01',
      reply: { text: HOSTILE, date: null },
      media: [{ type: 'image', url: HOSTILE, src: HOSTILE, thumb: HOSTILE }],
    });
    const html = page({
      reviews: [hostile, review({ url: null, label: HOSTILE })],
      title: HOSTILE,
      nextUrl: HOSTILE,
    });
    expect(html.match(/<script/g)).toHaveLength(1);
    expect(html).not.toContain('onerror=alert(1)>"');
    expect(html).not.toContain(HOSTILE);
  });

  it('lets the element replace the list of a widget that lists reviews itself', () => {
    expect(withoutFallback(page())).not.toContain('Great bread.');
  });

  it.each(['badge', 'avatars', 'summary', 'floating', 'popup'] as const)(
    'keeps its list below a %s, which shows few reviews or none',
    (type) => {
      const seen = withoutFallback(page({ type }));
      expect(seen).toContain('Great bread.');
      expect(seen).toContain(SCRIPT);
    },
  );

  it('tells about the reviews that it lists, and in the frame of a badge about the badge', () => {
    const [listed, rating] = ['All reviews are included.', 'The overall rating comes from Google.'];
    for (const type of ['badge', 'avatars', 'summary', 'floating', 'popup'] as const) {
      expect(withoutFallback(page({ type }))).toContain(listed);
      expect(page({ type })).not.toContain(rating);
    }
    expect(withoutFallback(page())).not.toContain(listed);
    const frame = page({ type: 'badge', form: 'frame' });
    expect(frame).toContain(rating);
    expect(frame).not.toContain(listed);
  });

  it('shows in a frame only the widget, and the reviews of a widget that would cover a page', () => {
    expect(page({ form: 'frame', type: 'badge' })).not.toContain('Great bread.');
    const floating = page({ form: 'frame', type: 'floating' });
    expect(floating).toContain('Great bread.');
    expect(floating).not.toContain(SCRIPT);
    expect(page({ form: 'frame' })).not.toContain('theme="auto"');
  });

  it('shows the reviews that the settings hide in a widget with few reviews', () => {
    const html = page({ isHidden: true });
    expect(html).toContain('Great bread.');
    expect(html).not.toContain(SCRIPT);
  });

  it('links to older reviews, which the element does not replace', () => {
    expect(page({ nextUrl: '/w/k?cursor=c' })).toContain('<a class="more" rel="next" href="/w/k?cursor=c">');
    const later = page({ isLater: true });
    expect(later).toContain('Great bread.');
    expect(later).not.toContain('<rv-widget');
  });

  it('says that there are no reviews yet', () => {
    const html = page({ count: 0 });
    expect(html).toContain('There are no reviews yet.');
    expect(html).not.toContain('aria-label="Rated');
  });

  it('asks search engines to list only the first page of reviews, and not a frame or an empty page', () => {
    const robots = (options: PageOptions): boolean => page(options).includes('content="noindex, follow"');
    expect(robots({})).toBe(false);
    expect([{ count: 0 }, { isLater: true }, { form: 'frame' as const }].map(robots)).toEqual([
      true,
      true,
      true,
    ]);
    expect(page({ isLater: true })).toContain(
      '<link rel="canonical" href="https://r.example/w/w_8fJ2kQ0vT3nYb5Lx">',
    );
  });

  it('describes itself to social networks and editors', () => {
    const html = page({ language: 'pt' });
    const image = 'https://r.example/embed/v1/widgets/w_8fJ2kQ0vT3nYb5Lx.png?size=card&amp;lang=pt';
    for (const tag of [
      '<meta name="description" content="Rated 4.7 out of 5. 12 reviews">',
      '<meta property="og:title" content="Reviews of Acme">',
      '<meta property="og:url" content="https://r.example/w/w_8fJ2kQ0vT3nYb5Lx">',
      '<meta property="og:locale" content="pt_BR">',
      `<meta property="og:image" content="${image}">`,
      '<meta property="og:image:width" content="1200">',
      '<meta property="og:image:height" content="630">',
      '<meta name="twitter:card" content="summary_large_image">',
      `<meta name="twitter:image" content="${image}">`,
      'type="application/json+oembed" href="https://r.example/embed/v1/oembed?url=https%3A%2F%2Fr.example%2Fw%2Fw_8fJ2kQ0vT3nYb5Lx&amp;format=json"',
    ]) {
      expect(html).toContain(tag);
    }
  });

  it.each([
    [{}, 'system'],
    [{ theme: 'auto' }, 'system'],
    [{ theme: 'dark' }, 'dark'],
    [{ text_color: '#123456' }, 'light'],
  ])('with the style %j has the colours %s', (style, scheme) => {
    expect(page({ patch: { style } })).toMatch(new RegExp(`<html [^>]*class="${scheme}\\b`));
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
  it('tells visitors that the reviews are not available, and shows nothing in the page of a website', () => {
    const message = 'These reviews are not available at the moment.';
    expect(unavailablePage('page', 'en', 'ltr', strings)).toContain(message);
    expect(unavailablePage('frame', 'en', 'ltr', strings)).not.toContain(message);
  });
});
