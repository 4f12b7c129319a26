import { Module } from '@nestjs/common';
import { PeerNotifier } from '@plaudit/events';
import { DriftMetrics } from '@plaudit/runtime';
import { AccountChangesService } from './accounts/account-changes.service';
import { AccountSettingsService } from './accounts/account-settings.service';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsRepository } from './accounts/accounts.repository';
import { AccountsService } from './accounts/accounts.service';
import { NewAccountsRepository } from './accounts/new-accounts.repository';
import { NewAccountsService } from './accounts/new-accounts.service';
import { AppsController } from './apps/apps.controller';
import { APPS_PROVIDERS } from './apps/apps.providers';
import { OwnAppsController } from './apps/own-apps.controller';
import { UserInvitationsController } from './user-invitations/user-invitations.controller';
import { UserInvitationsService } from './user-invitations/user-invitations.service';
import { USER_MAILS_PROVIDERS } from './user-mails/user-mails.providers';
import { AuditRetentionService } from './audit/audit-retention.service';
import { AuditExportService } from './audit/audit-export.service';
import { AuditController } from './audit/audit.controller';
import { AuditReadModel } from './audit/audit.read-model';
import { AuditRepository } from './audit/audit.repository';
import { AuditService } from './audit/audit.service';
import { RequestOriginService } from './audit/request-origin.service';
import { AuditedRequestsRoutes } from './audit/requests/audited-requests.routes';
import { ChangesInProgressRepository } from './audit/requests/changes-in-progress.repository';
import { ChangesInProgressService } from './audit/requests/changes-in-progress.service';
import { RefusalsRepository } from './audit/requests/refusals.repository';
import { RefusedAccessService } from './audit/requests/refused-access.service';
import { ApiKeyCache } from './authentication/api-key.cache';
import { AuthenticationService } from './authentication/authentication.service';
import { KeyLookUpsClient } from './authentication/key-look-ups.client';
import { KeyUsageService } from './authentication/key-usage.service';
import { PrincipalTokensService } from './authentication/principal-tokens.service';
import { CompressedResponsesRoutes } from './compression/compressed-responses.routes';
import { FIRST_RUN_PROVIDERS } from './first-run/first-run.providers';
import { SetupController } from './first-run/setup.controller';
import { CheckLiveSessions } from './handlers/check-live-sessions.handler';
import { DropCachedKeys } from './handlers/drop-cached-keys.handler';
import { OnChannelConnected } from './handlers/on-channel-connected.handler';
import { OnChannelCounted } from './handlers/on-channel-counted.handler';
import { OnChannelDeleted } from './handlers/on-channel-deleted.handler';
import { OnForwardingPaused } from './handlers/on-forwarding-paused.handler';
import { OnInviteSent } from './handlers/on-invite-sent.handler';
import { OnInviteSnapshot } from './handlers/on-invite-snapshot.handler';
import { OnWebhookDisabled } from './handlers/on-webhook-disabled.handler';
import { LIVE_EVENTS_PROVIDERS } from './live-events/live-events.providers';
import { HelloController } from './hello/hello.controller';
import { InviteCreditsService } from './invite-credits/invite-credits.service';
import { SentInvitesRepository } from './invite-credits/sent-invites.repository';
import { ApiKeyGenerator } from './keys/api-key.generator';
import { KeyExpiryService } from './keys/key-expiry.service';
import { KeyRevocationsPublisher } from './keys/key-revocations.publisher';
import { KeysController } from './keys/keys.controller';
import { KeysRepository } from './keys/keys.repository';
import { KeysService } from './keys/keys.service';
import { MadeKeysService } from './keys/made-keys.service';
import { LiveEventsController } from './live-events/live-events.controller';
import { LoginLinksController } from './login-links/login-links.controller';
import { LoginLinksRepository } from './login-links/login-links.repository';
import { LoginLinksService } from './login-links/login-links.service';
import { MailDeliveryService } from './mailbox/mail-delivery.service';
import { MailboxClient } from './mailbox/mailbox.client';
import { MailboxController } from './mailbox/mailbox.controller';
import { MailboxService } from './mailbox/mailbox.service';
import { InProcessApiClient } from './mcp/in-process-api.client';
import { McpAuditService } from './mcp/mcp-audit.service';
import { McpCallsRepository } from './mcp/mcp-calls.repository';
import { McpRoutes } from './mcp/mcp.routes';
import { ToolCatalogueService } from './mcp/tool-catalogue.service';
import { ToolsService } from './mcp/tools.service';
import { MergedDocumentService } from './openapi/merged-document.service';
import { ConsentController } from './oauth/consent/consent.controller';
import { OAUTH_PROVIDERS } from './oauth/oauth.providers';
import { OpenApiController } from './openapi/openapi.controller';
import { ReferenceAssetsCache } from './openapi/reference-assets.cache';
import { ReferenceController } from './openapi/reference.controller';
import { ServiceDocumentsCache } from './openapi/service-documents.cache';
import { PASSWORD_RESET_PROVIDERS } from './password-reset/password-reset.providers';
import { PasswordResetController } from './password-reset/password-reset.controller';
import { ClientAddressService } from './proxy/client-address.service';
import { GatewayRoutes } from './proxy/gateway.routes';
import { PublicPagesRoutes } from './proxy/public-pages.routes';
import { RequestAdmissionService } from './proxy/request-admission.service';
import { UpstreamsClient } from './proxy/upstreams.client';
import { DashboardFilesCache } from './dashboard/dashboard-files.cache';
import { DashboardRoutes } from './dashboard/dashboard.routes';
import { OldPagesController } from './dashboard/old-pages.controller';
import { RootController } from './dashboard/root.controller';
import { SessionInfoController } from './session-api/session-info.controller';
import { SESSION_API_PROVIDERS } from './session-api/session-api.providers';
import { SessionRequestsService } from './sessions/session-requests.service';
import { SessionsRepository } from './sessions/sessions.repository';
import { SessionsService } from './sessions/sessions.service';
import { BrowserRequestsService } from './sign-in/browser-requests.service';
import { SignInAttemptsRepository } from './sign-in/sign-in-attempts.repository';
import { SignInAuditService } from './sign-in/sign-in-audit.service';
import { SignInHostsService } from './sign-in/sign-in-hosts.service';
import { SignInThrottleService } from './sign-in/sign-in-throttle.service';
import { SignInController } from './sign-in/sign-in.controller';
import { SignInRepository } from './sign-in/sign-in.repository';
import { SignInService } from './sign-in/sign-in.service';
import { ChannelCountsRepository } from './sub-accounts/channel-counts.repository';
import { ChannelCountsService } from './sub-accounts/channel-counts.service';
import { SubAccountsController } from './sub-accounts/sub-accounts.controller';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';
import { SubAccountsService } from './sub-accounts/sub-accounts.service';
import { UnknownSubAccountsController } from './sub-accounts/unknown-sub-accounts.controller';
import { CallerThrottleService } from './throttle/caller-throttle.service';
import { ConnectionLimitService } from './throttle/connection-limit.service';
import { InFlightService } from './throttle/in-flight.service';
import { PublicThrottleService } from './throttle/public-throttle.service';
import { RequestLimitsService } from './throttle/request-limits.service';
import { SpentTokensPublisher } from './throttle/spent-tokens.publisher';
import { WrongKeyThrottleService } from './throttle/wrong-key-throttle.service';
import { VanityChecksService } from './vanity-domains/vanity-checks.service';
import { VanityDomainsController } from './vanity-domains/vanity-domains.controller';
import { VanityDomainsRepository } from './vanity-domains/vanity-domains.repository';
import { VanityProofsClient } from './vanity-domains/vanity-proofs.client';
import { VanityVerificationsService } from './vanity-domains/vanity-verifications.service';
import { CredentialCheckService } from './users/credential-check.service';
import { OwnPasswordService } from './own-sign-in/own-password.service';
import { OwnSessionsService } from './own-sign-in/own-sessions.service';
import { OwnSignInController } from './own-sign-in/own-sign-in.controller';
import { ReauthenticationService } from './own-sign-in/reauthentication.service';
import { TwoFactorCheckService } from './two-factor/two-factor-check.service';
import { TwoFactorResetService } from './two-factor/two-factor-reset.service';
import { TwoFactorSecretsService } from './two-factor/two-factor-secrets.service';
import { TwoFactorSetupService } from './two-factor/two-factor-setup.service';
import { TwoFactorController } from './two-factor/two-factor.controller';
import { TwoFactorsRepository } from './two-factor/two-factors.repository';
import { UserTwoFactorController } from './two-factor/user-two-factor.controller';
import { UsersController } from './users/users.controller';
import { UsersRepository } from './users/users.repository';
import { UsersService } from './users/users.service';

@Module({
  controllers: [
    AccountsController,
    SubAccountsController,
    UnknownSubAccountsController,
    AuditController,
    UsersController,
    UserInvitationsController,
    UserTwoFactorController,
    KeysController,
    AppsController,
    OwnAppsController,
    ConsentController,
    LoginLinksController,
    SignInController,
    SetupController,
    PasswordResetController,
    SessionInfoController,
    RootController,
    OldPagesController,
    MailboxController,
    OwnSignInController,
    TwoFactorController,
    LiveEventsController,
    OnChannelConnected,
    OnChannelDeleted,
    OnInviteSent,
    OnInviteSnapshot,
    OnChannelCounted,
    OnWebhookDisabled,
    OnForwardingPaused,
    HelloController,
    OpenApiController,
    ReferenceController,
    VanityDomainsController,
  ],
  providers: [
    // Accounts, sub accounts, users and keys: AccountChangesService runs every change.
    AccountChangesService,
    AccountSettingsService,
    AccountsRepository,
    AccountsService,
    NewAccountsRepository,
    NewAccountsService,
    SubAccountsRepository,
    SubAccountsService,
    // The channels of each sub account, counted from events.
    ChannelCountsRepository,
    ChannelCountsService,
    SentInvitesRepository,
    InviteCreditsService,
    DriftMetrics,
    UsersRepository,
    UsersService,
    UserInvitationsService,
    CredentialCheckService,
    KeysService,
    MadeKeysService,
    KeyExpiryService,
    ApiKeyGenerator,
    KeyRevocationsPublisher,
    DropCachedKeys,
    CheckLiveSessions,
    // The audit log: entries of changes, of requests to other services and of refused rights; export and retention.
    AuditReadModel,
    AuditRepository,
    AuditService,
    AuditExportService,
    AuditRetentionService,
    RequestOriginService,
    AuditedRequestsRoutes,
    ChangesInProgressRepository,
    ChangesInProgressService,
    RefusalsRepository,
    RefusedAccessService,
    // Sign-in of users: credentials, sessions and one-time links.
    SignInService,
    SignInRepository,
    SignInAuditService,
    SignInHostsService,
    BrowserRequestsService,
    SignInThrottleService,
    SignInAttemptsRepository,
    LoginLinksService,
    LoginLinksRepository,
    SessionsService,
    SessionsRepository,
    SessionRequestsService,
    ReauthenticationService,
    OwnPasswordService,
    OwnSessionsService,
    TwoFactorCheckService,
    TwoFactorSecretsService,
    TwoFactorSetupService,
    TwoFactorResetService,
    TwoFactorsRepository,
    // The API for signed-in users.
    ...SESSION_API_PROVIDERS,
    // New passwords by mail.
    ...PASSWORD_RESET_PROVIDERS,
    // Live events of open pages.
    ...LIVE_EVENTS_PROVIDERS,
    // The dashboard, and the mails that it shows.
    DashboardFilesCache,
    DashboardRoutes,
    MailboxClient,
    MailDeliveryService,
    MailboxService,
    // Mails to users: about webhooks and settings that were paused, and with links for a new password.
    ...USER_MAILS_PROVIDERS,
    // White-label domains and their proofs in DNS.
    VanityDomainsRepository,
    VanityChecksService,
    VanityProofsClient,
    VanityVerificationsService,
    // Connected apps, and the OAuth authorization server that connects them.
    ...APPS_PROVIDERS,
    ...OAUTH_PROVIDERS,
    // The first start, and the set-up in a browser.
    ...FIRST_RUN_PROVIDERS,
    // Authentication, throttling, routing, MCP and the OpenAPI document.
    KeysRepository,
    KeyLookUpsClient,
    {
      provide: ApiKeyCache,
      useFactory: ({ database }: KeyLookUpsClient) => new ApiKeyCache(new KeysRepository(database)),
      inject: [KeyLookUpsClient],
    },
    KeyUsageService,
    AuthenticationService,
    PrincipalTokensService,
    ConnectionLimitService,
    InFlightService,
    CallerThrottleService,
    PublicThrottleService,
    RequestLimitsService,
    PeerNotifier,
    SpentTokensPublisher,
    WrongKeyThrottleService,
    ClientAddressService,
    RequestAdmissionService,
    UpstreamsClient,
    PublicPagesRoutes,
    GatewayRoutes,
    CompressedResponsesRoutes,
    InProcessApiClient,
    McpCallsRepository,
    McpAuditService,
    ToolCatalogueService,
    ToolsService,
    McpRoutes,
    ServiceDocumentsCache,
    MergedDocumentService,
    ReferenceAssetsCache,
  ],
})
export class GatewayModule {}
