import { ApiError } from '@plaudit/contracts';
import { mustSetUpTwoFactor, type Session } from './session';

/** 401 for a request without a session, or with one that has ended. */
export function sessionEnded(): ApiError {
  return new ApiError('session_ended', 'Your session has ended; sign in again.');
}

/** Throws 403 for an admin who must set up two-factor sign-in first. */
export function assertTwoFactorSetUp(session: Session): void {
  if (!mustSetUpTwoFactor(session)) return;
  throw new ApiError(
    'forbidden',
    'Your account requires two-factor sign-in of administrators; set it up on /app first.',
    { required: 'two_factor' },
  );
}
