import { type ReactNode, useEffect, useRef } from 'react';
import { showMail } from './show-mail';

/** Widths of a phone and of a mail program, in px. */
const WIDTHS = { mobile: 375, desktop: 640 } as const;
export type PreviewWidth = keyof typeof WIDTHS;

/** A mail in a frame of its own without scripts, as high as its content. */
export function MailFrame({
  html,
  title,
  width,
}: {
  html: string;
  title: string;
  width: PreviewWidth;
}): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const { current } = frame;
    if (!current) return undefined;
    const fit = new ResizeObserver(() => {
      const { contentDocument: page } = current;
      if (page) current.style.blockSize = `${page.documentElement.scrollHeight}px`;
    });
    const show = (): void => {
      showMail(html, current);
      if (current.contentDocument) fit.observe(current.contentDocument.body);
    };
    show();
    // Some browsers replace the first document of a frame once it is loaded.
    current.addEventListener('load', show);
    return () => {
      current.removeEventListener('load', show);
      fit.disconnect();
    };
  }, [html]);
  return (
    <iframe
      ref={frame}
      className="mail-frame"
      title={title}
      sandbox="allow-same-origin"
      style={{ maxInlineSize: WIDTHS[width] }}
    />
  );
}
