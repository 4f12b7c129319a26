import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTexts } from '../../i18n/texts';
import { Button } from '../controls/button';
import { Icon } from './icon';

/** After so many ms a wait says what is done, and later what it waits for. */
const SAYS_WHAT_MS = 1_000;
const SAYS_WHY_MS = 10_000;

/** Says what a long check does, what it waits for, and lets the person end it. Empty while `busy` is false and for a moment. */
export function LongWait({
  busy,
  doing,
  waitingFor,
  onCancel,
}: {
  busy: boolean;
  /** A sentence, such as "Checking with Yelp." */
  doing: string;
  /** What it waits for, and for how long. */
  waitingFor: string;
  /** Absent for work that goes on at the server. */
  onCancel?: () => void;
}): ReactNode {
  const common = useTexts('common');
  const stage = useStage(busy);
  return (
    <div role="status" className={stage > 0 ? '' : 'sr-only'}>
      {stage > 0 && (
        <div className="flex flex-wrap items-center gap-2">
          <Icon name="refresh" className="animate-spin text-accent" />
          <p className="text-text-2">
            {doing} {stage > 1 && waitingFor}
          </p>
          {onCancel && (
            <Button kind="quiet" size="small" onClick={onCancel}>
              {common('cancel')}
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

function useStage(busy: boolean): 0 | 1 | 2 {
  const [stage, setStage] = useState<0 | 1 | 2>(0);
  useEffect(() => {
    if (!busy) return undefined;
    const timers = [setTimeout(() => setStage(1), SAYS_WHAT_MS), setTimeout(() => setStage(2), SAYS_WHY_MS)];
    return () => {
      timers.forEach(clearTimeout);
      setStage(0);
    };
  }, [busy]);
  return busy ? stage : 0;
}

/** Ends a request. Leaving the screen ends it, too. */
export interface Stop {
  /** Returns the signal of the next request. */
  signal(): AbortSignal;
  stop(): void;
}

export function useStop(): Stop {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return {
    signal: () => {
      running.current = new AbortController();
      return running.current.signal;
    },
    stop: () => running.current?.abort(),
  };
}
