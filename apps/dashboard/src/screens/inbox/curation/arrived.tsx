import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useInboxState } from '../use-inbox';

/** A crawl can find reviews every second. Screen readers hear of them at most this often, in ms. */
const PAUSE_MS = 10_000;

/** Tells screen readers how many reviews arrived. */
export function Arrived(): ReactNode {
  const t = useTexts('inbox');
  const { arrived } = useInboxState();
  const [said, setSaid] = useState(0);
  const saidAt = useRef(-PAUSE_MS);
  useEffect(() => {
    if (arrived === said) return undefined;
    const say = (): void => {
      saidAt.current = performance.now();
      setSaid(arrived);
    };
    const timer = setTimeout(say, saidAt.current + PAUSE_MS - performance.now());
    return () => clearTimeout(timer);
  }, [arrived, said]);
  return (
    <span className="sr-only" role="status">
      {said > 0 ? t('show_arrived', { count: said }) : ''}
    </span>
  );
}
