import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** The width of a chart before it is measured, in px. */
const FIRST_WIDTH = 480;

/** Returns the width of an element, kept up to date, so that a chart's text keeps its size. */
export function useWidth<Element extends HTMLElement>(): [RefObject<Element | null>, number] {
  const element = useRef<Element>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);
  // Before the first paint, because a chart is as high as its width makes it, and would move what is below.
  useLayoutEffect(() => {
    const { clientWidth = 0 } = element.current ?? {};
    if (clientWidth > 0) setWidth(clientWidth);
  }, []);
  useEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      // An element that is not shown has no width. Its chart keeps the last one, which a printed page shows.
      if (entry && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width));
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return [element, width];
}
