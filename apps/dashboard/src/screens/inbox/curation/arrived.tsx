import { type ReactNode, useEffect, useState } from 'react';
import { useTexts } from '../../../i18n/texts';
import { useInboxState } from '../use-inbox';

/** A crawl can find reviews every second. Screen readers hear of them at most this often, in ms. */
const PAUSE_MS = 10_000;

/** Tells screen readers how many reviews arrived. */
export function Arrived(): ReactNode {
  const t = useTexts('inbox');
  const { arrived } = useInboxState();
  const [said, setSaid] = useState(0);
  const [isPaused, setPaused] = useState(false);
  useEffect(() => {
    if (isPaused || arrived === said) return undefined;
    setSaid(arrived);
    setPaused(true);
    return undefined;
  }, [arrived, said, isPaused]);
  useEffect(() => {
    if (!isPaused) return undefined;
    const timer = setTimeout(() => setPaused(false), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [isPaused]);
  return (
    <span className="sr-only" role="status">
      {said > 0 ? t('show_arrived', { count: said }) : ''}
    </span>
  );
}
