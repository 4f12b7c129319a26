import { serverWatch } from './server-watch';

/** What a person must do before a refused request can be sent again. */
export type Obstacle = 'session_ended' | 'proof_required';

/** Asks the person to remove an obstacle. Resolves to false if the person declines. */
export type Remove = (obstacle: Obstacle) => Promise<boolean>;

/** How long a request may take, in ms. */
const DEADLINE_MS = 30_000;

let remove: Remove = () => Promise.resolve(false);
let refused: () => void = () => {};

/** Sets what asks the person. */
export function removeObstaclesWith(ask: Remove): void {
  remove = ask;
}

/** Sets what is called when the user lacks a right that the page took for granted. */
export function onRefusal(call: () => void): void {
  refused = call;
}

/** Asks the person to sign in again, before a request needs it. */
export function askToSignIn(): void {
  void remove('session_ended');
}

/**
 * Sends a request under the session. If the session has ended or the password must be typed again, the request waits until
 * the person has done that and is then sent once more, so that nothing that was typed is lost.
 */
export async function sessionFetch(request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(request);
  const obstacle = await obstacleIn(response);
  if (response.status === 403 && !obstacle) refused();
  if (!obstacle || !(await remove(obstacle))) return response;
  return send(again);
}

async function send(request: Request): Promise<Response> {
  try {
    const signal = AbortSignal.any([request.signal, AbortSignal.timeout(DEADLINE_MS)]);
    const response = await fetch(request, { signal });
    // A single service that is away has this status, too, and so has a proxy whose gateway is away.
    if (response.status >= 500) void serverWatch.suspect();
    return response;
  } catch (error) {
    if (!request.signal.aborted) void serverWatch.suspect();
    throw error;
  }
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
