import { useState } from 'react';
import { isConflict, isMissing, shownError } from '../../api/api-error';
import type { AuthorizeRequest } from './authorize-request';

export type Outcome = 'connected' | 'denied';

export interface DecisionProps {
  uid: string;
  request: AuthorizeRequest;
  onDone: (outcome: Outcome) => void;
  /** The request was used, or has expired. */
  onGone: () => void;
  /** True after another person was found to be signed in than the page showed. */
  hasOtherUser: boolean;
  /** Another person is signed in than the page shows. Loads the page for that person. */
  onOtherUser: () => Promise<void>;
}

export interface Decision {
  /** What is being sent. */
  busy: Outcome | null;
  failure: unknown;
  /** Sends the decision and leaves for the address that it returns. */
  decide(outcome: Outcome, send: () => Promise<string>): Promise<void>;
}

/** Sends the decision of the user and returns to the app. */
export function useDecision({
  onDone,
  onGone,
  onOtherUser,
}: Pick<DecisionProps, 'onDone' | 'onGone' | 'onOtherUser'>): Decision {
  const [busy, setBusy] = useState<Outcome | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const decide = async (outcome: Outcome, send: () => Promise<string>): Promise<void> => {
    setBusy(outcome);
    setFailure(null);
    try {
      location.assign(await send());
      onDone(outcome);
    } catch (error) {
      // A sub account may be missing, too.
      if (isMissing(error) && shownError(error).field === null) onGone();
      else if (isConflict(error)) await onOtherUser();
      else setFailure(error);
      setBusy(null);
    }
  };
  return { busy, failure, decide };
}
