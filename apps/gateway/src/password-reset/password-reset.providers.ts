import { LinkSignInService } from '../one-time-links/link-sign-in.service';
import { LinkThrottleService } from '../one-time-links/link-throttle.service';
import { ForgottenPasswordService } from './forgotten-password.service';
import { InvitationRequestsService } from './invitation-requests.service';
import { PasswordResetService } from './password-reset.service';
import { PasswordResetsRepository } from './password-resets.repository';
import { ResetMailsRepository } from './reset-mails.repository';
import { ResetMailsService } from './reset-mails.service';
import { ResetRequestsService } from './reset-requests.service';

/** The providers of new passwords by mail and of the links that sign in. */
export const PASSWORD_RESET_PROVIDERS = [
  ForgottenPasswordService,
  InvitationRequestsService,
  PasswordResetService,
  PasswordResetsRepository,
  ResetMailsRepository,
  ResetMailsService,
  ResetRequestsService,
  LinkSignInService,
  LinkThrottleService,
];
