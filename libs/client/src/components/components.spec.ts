import { createElement, type ReactElement } from 'react';
import { renderToString as renderReact } from 'react-dom/server';
import { createSSRApp, h } from 'vue';
import { renderToString as renderVue } from 'vue/server-renderer';
import { attributesOf, pageUrl, type WidgetData } from './element';
import { PlauditWidget as ReactWidget, type PlauditWidgetProps } from './react';
import { PlauditWidget as VueWidget } from './vue';

const SERVER = 'https://reviews.example.com';
const KEY = 'w_8fJ2kQ0vT3nYb5Lx';
const LINK = `<a href="${SERVER}/w/${KEY}">Customer reviews</a>`;

type Props = Omit<PlauditWidgetProps, 'style' | 'className' | 'fallback'>;

/** Renders on a server, which has neither a window nor a document. */
const RENDERERS: readonly [name: string, render: (props: Props, fallback?: string) => Promise<string>][] = [
  ['React', async (props, fallback) => renderReact(createElement(ReactWidget, { ...props, fallback }))],
  [
    'Vue',
    (props, fallback) => {
      const slots = fallback === undefined ? {} : { default: () => [fallback] };
      return renderVue(createSSRApp({ render: () => h(VueWidget, { ...props }, slots) }));
    },
  ],
];

/** In one spelling, and without the marks of Vue for the places of texts and lists. */
const plain = (html: string): string => html.replace(/<!--.*?-->/g, '').replace(' eager=""', ' eager');

describe.each(RENDERERS)('the widget of %s on a server', (_name, render) => {
  it('is the element with its attributes and a link for visitors without JavaScript', async () => {
    const html = plain(
      await render({
        widgetKey: KEY,
        server: `${SERVER}/`,
        theme: 'dark',
        lang: 'de',
        dir: 'ltr',
        limit: 3,
        eager: true,
      }),
    );
    expect(html).toBe(
      `<rv-widget KEY="${KEY}" theme="dark" LANG="de" DIR="ltr" limit="3" eager>${LINK}</rv-widget>`,
    );
  });

  it('shows the given content instead of the link, as text', async () => {
    const html = plain(await render({ widgetKey: KEY, server: SERVER }, '<b>Reviews</b>'));
    expect(html).toBe(`<rv-widget KEY="${KEY}">&lt;b&gt;Reviews&lt;/b&gt;</rv-widget>`);
  });

  it('leaves the data of a preview to the browser', async () => {
    const data = { key: KEY } as WidgetData;
    expect(plain(await render({ data, widgetKey: KEY, server: SERVER }))).toBe(`<div>${LINK}</div>`);
  });
});

describe('attributesOf', () => {
  it('leaves out what is not set', () => {
    expect(attributesOf({ widgetKey: KEY, eager: false })).toEqual({ KEY });
  });
});

describe('pageUrl', () => {
  it('keeps the path of a gateway that is not at the root, and escapes the key', () => {
    expect(pageUrl('https://example.com/reviews/?x#y', 'w_a/b')).toBe(
      'https://example.com/reviews/w/w_a%2Fb',
    );
    expect(pageUrl('http://localhost:8080', undefined)).toBe('http://localhost:8080');
  });

  it.each(['', 'reviews.example.com', 'javascript:alert(1)//'])('refuses the server %p', (server) => {
    expect(() => pageUrl(server, KEY)).toThrow('server must be an http or https URL');
  });
});

describe('the types of the components', () => {
  it('know the element in JSX, and refuse unknown attributes', () => {
    const never = (): ReactElement[] => [
      createElement('rv-widget', { KEY, theme: 'dark', eager: '' }),
      // @ts-expect-error there is no such theme
      createElement(ReactWidget, { widgetKey: KEY, server: SERVER, theme: 'pink' }),
      // @ts-expect-error the server is missing
      createElement(ReactWidget, { widgetKey: KEY }),
    ];
    expect(never).toBeInstanceOf(Function);
  });
});
