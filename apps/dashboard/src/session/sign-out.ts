import { appRequest } from '../api/app-requests';
import { toaster } from '../components/overlays/toaster';

/**
 * Ends this session, or all sessions of the user, and loads the sign-in page anew, so that nothing stays in the memory of the browser:
 * no data, no message, no change to take back. What waits to be sent is sent before. Throws if the server does not end the session.
 */
export async function signOut(sessions: '/session' | '/sessions'): Promise<void> {
  await toaster.clear();
  await appRequest(sessions, { method: 'DELETE' });
  location.assign('/app/sign-in');
}
