import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { lazy } from '../api/load-code';
import { toaster } from '../components/overlays/toaster';
import { type Obstacle, removeObstaclesWith } from '../api/session-fetch';

// Most people never see them.
const SignInAgainDialog = lazy(() =>
  import('./sign-in-again-dialog').then(({ SignInAgainDialog: component }) => ({ default: component })),
);
const ProofDialog = lazy(() =>
  import('./proof-dialog').then(({ ProofDialog: component }) => ({ default: component })),
);

interface Question {
  obstacle: Obstacle;
  answer: (removed: boolean) => void;
}

/**
 * Asks for the password over the page when a request was refused because the session ended or needs a proof. The page stays
 * as it is, and the requests that wait are sent again.
 */
export function ObstacleDialogs(): ReactNode {
  const [obstacle, setObstacle] = useState<Obstacle | null>(null);
  const questions = useRef<Question[]>([]);
  useEffect(() => {
    removeObstaclesWith(
      (found) =>
        new Promise((answer) => {
          questions.current.push({ obstacle: found, answer });
          // The messages are those of a session that is over.
          if (found === 'session_ended') void toaster.clear();
          setObstacle((current) => current ?? found);
        }),
    );
  }, []);
  const answer = useCallback((removed: boolean) => {
    const waiting = questions.current;
    questions.current = [];
    for (const question of waiting) question.answer(removed);
    setObstacle(null);
  }, []);
  if (obstacle === 'session_ended') return <SignInAgainDialog onDone={answer} />;
  if (obstacle === 'proof_required') return <ProofDialog onDone={answer} />;
  return null;
}
