import { AccountEntity } from './accounts/account.entity';
import { AdminMailEntity } from './user-mails/admin-mail.entity';
import { AuditEntity } from './audit/audit.entity';
import { ChangeInProgressEntity } from './audit/requests/change-in-progress.entity';
import { KeyEntity } from './keys/key.entity';
import { LoginLinkEntity } from './login-links/login-link.entity';
import { McpCallEntity } from './mcp/mcp-call.entity';
import { OAuthClientEntity } from './oauth/clients/oauth-client.entity';
import { OAuthRecordEntity } from './oauth/records/oauth-record.entity';
import { PasswordResetEntity } from './password-reset/password-reset.entity';
import { RefusalCountEntity } from './audit/requests/refusal-count.entity';
import { ResetMailEntity } from './password-reset/reset-mail.entity';
import { SentInviteEntity } from './invite-credits/sent-invite.entity';
import { SessionEntity } from './sessions/session.entity';
import { SetupLinkEntity } from './first-run/setup-link.entity';
import { SignInAttemptEntity } from './sign-in/sign-in-attempt.entity';
import { SubAccountEntity } from './sub-accounts/sub-account.entity';
import { TwoFactorEntity } from './two-factor/two-factor.entity';
import { UserEntity } from './users/user.entity';
import { VanityDomainEntity } from './vanity-domains/vanity-domain.entity';

/** The tables of the schema. The commands of the operator use them too. */
export const GATEWAY_ENTITIES = [
  AccountEntity,
  SubAccountEntity,
  UserEntity,
  KeyEntity,
  AuditEntity,
  ChangeInProgressEntity,
  RefusalCountEntity,
  McpCallEntity,
  SessionEntity,
  LoginLinkEntity,
  TwoFactorEntity,
  SignInAttemptEntity,
  VanityDomainEntity,
  SentInviteEntity,
  AdminMailEntity,
  SetupLinkEntity,
  PasswordResetEntity,
  ResetMailEntity,
  OAuthClientEntity,
  OAuthRecordEntity,
];
