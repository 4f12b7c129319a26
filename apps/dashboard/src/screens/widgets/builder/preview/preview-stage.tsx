import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../../i18n/texts';
import type { UsedColours } from './contrast';
import { type PageLook, type PreviewData, PreviewPage } from './preview-page';

export type PreviewDevice = 'phone' | 'tablet' | 'desktop';

/** The widths of the page in px. A widget has its columns for desktops from 896 px. */
const WIDTHS: Readonly<Record<PreviewDevice, number>> = { phone: 390, tablet: 820, desktop: 1040 };
const EMPTY_PAGE = '<!doctype html><html><head><title>Preview</title></head><body></body></html>';

export interface StageProps {
  data: PreviewData | null;
  device: PreviewDevice;
  look: PageLook;
  onDrawn?: (drawn: { colours: UsedColours | null; scriptBytes: number | null }) => void;
}

/** A page of the chosen width that draws the widget. What is wider than the room for it is scaled down. */
export function PreviewStage({ data, device, look, onDrawn }: StageProps): ReactNode {
  const t = useTexts('widgets');
  const stage = useRef<HTMLDivElement>(null);
  const page = useRef<PreviewPage | null>(null);
  const told = useRef(onDrawn);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState(false);
  const room = useSize(stage);
  useEffect(() => {
    told.current = onDrawn;
  });
  const { ground, rightToLeft, theme } = look;
  useEffect(() => {
    if (ready && data) page.current?.show(data, { ground, rightToLeft, theme });
  }, [ready, data, ground, rightToLeft, theme]);
  const width = WIDTHS[device];
  const scale = Math.min(1, room.width / width);
  const open = (frame: HTMLIFrameElement): void => {
    const opened = new PreviewPage(
      frame,
      (colours) => told.current?.({ colours, scriptBytes: opened.scriptBytes() }),
      () => setFailed(true),
    );
    page.current = opened;
    setReady(true);
  };
  return (
    <div ref={stage} className="preview-room">
      {failed && (
        <p className="help bad" role="alert">
          {t('script_failed')}
        </p>
      )}
      <div className="preview-device" style={{ width: width * scale, height: room.height }}>
        <iframe
          title={t('preview')}
          srcDoc={EMPTY_PAGE}
          onLoad={({ currentTarget }) => open(currentTarget)}
          style={{ width, height: room.height / scale, transform: `scale(${scale})` }}
        />
      </div>
    </div>
  );
}

interface Size {
  width: number;
  height: number;
}

function useSize(ref: { current: HTMLElement | null }): Size {
  const [size, setSize] = useState<Size>({ width: 800, height: 600 });
  useEffect(() => {
    const { current } = ref;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const box = entry?.contentRect;
      if (box && box.width > 0) setSize({ width: box.width, height: box.height });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, [ref]);
  return size;
}
