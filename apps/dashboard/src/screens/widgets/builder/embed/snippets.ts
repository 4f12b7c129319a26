/** What can be pasted into a page. */
export const SNIPPETS = ['html', 'advanced', 'shortcode', 'iframe', 'react', 'image'] as const;
export type SnippetKind = (typeof SNIPPETS)[number];

interface Embeddable {
  key: string;
  /** The address of the hosted page. */
  preview_url: string;
  embed: { html: string; advanced: { head: string; element: string }; shortcode: string };
}

/** The height of an iframe whose widget reserves none. It contains a list of five reviews. */
const LIST_HEIGHT = '1200px';

/** Returns the public address of the service, from the script that the snippet loads. The hosted page may be on another host. */
export function hostOf({ embed }: Pick<Embeddable, 'embed'>): string {
  return /src="([^"]+)\/embed\/v1\/w\.js"/.exec(embed.html)?.[1] ?? '';
}

/** Returns the height that the snippet reserves, as CSS that depends on the width of the screen, or null if the widget floats. */
export function reservedHeight(html: string): string | null {
  const [, height] = /padding-bottom:([^"]+)"/.exec(html) ?? [];
  return height?.replaceAll('100%', '100vw') ?? null;
}

/** Returns the code of a kind, and the parts of which it consists: one part, or the head and the place of the widget. */
export function snippetParts(widget: Embeddable, kind: SnippetKind): string[] {
  const { key, embed, preview_url: page } = widget;
  const host = hostOf(widget);
  switch (kind) {
    case 'html':
      return [embed.html];
    case 'advanced':
      return [embed.advanced.head, embed.advanced.element];
    case 'shortcode':
      return [embed.shortcode];
    case 'iframe': {
      const height = reservedHeight(embed.html) ?? LIST_HEIGHT;
      const style = `width:100%;height:${height};border:0`;
      // Without the script, the height is estimated from the width of the screen.
      return [
        [
          `<iframe src="${host}/embed/v1/widgets/${key}.html" title="Customer reviews" loading="lazy" style="${style}"></iframe>`,
          `<script type="module" async src="${host}/embed/v1/frame.js"></script>`,
        ].join('\n'),
      ];
    }
    case 'react':
      return [
        'npm install @plaudit/client',
        [
          "import { PlauditWidget } from '@plaudit/client/react';",
          '',
          `<PlauditWidget widgetKey="${key}" server="${host}" />`,
        ].join('\n'),
      ];
    case 'image':
      return [
        [
          `<a href="${page}">`,
          `  <img src="${host}/embed/v1/widgets/${key}.svg" alt="Our customers rate us; read the reviews" width="240" height="72">`,
          '</a>',
        ].join('\n'),
      ];
  }
}
