/** What a person must do before a refused request can be sent again. */
export type Obstacle = 'session_ended' | 'proof_required';

/** Asks the person to remove an obstacle. Resolves to false if the person declines. */
export type Remove = (obstacle: Obstacle) => Promise<boolean>;

/** How long a request may take, in ms. */
const DEADLINE_MS = 30_000;

let remove: Remove = () => Promise.resolve(false);

/** Sets what asks the person. */
export function removeObstaclesWith(ask: Remove): void {
  remove = ask;
}

/**
 * Sends a request under the session. If the session has ended or the password must be typed again, the request waits until
 * the person has done that and is then sent once more, so that nothing that was typed is lost.
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(request);
  const obstacle = await obstacleIn(response);
  if (!obstacle || !(await remove(obstacle))) return response;
  return send(again);
}

function send(request: Request): Promise<Response> {
  return fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(DEADLINE_MS)]) });
}

async function obstacleIn(response: Response): Promise<Obstacle | null> {
  if (response.status !== 401 && response.status !== 403) return null;
  try {
    const { code } = (await response.clone().json()) as { code?: unknown };
    return code === 'session_ended' || code === 'proof_required' ? code : null;
  } catch {
    return null;
  }
}
