import { Module } from '@nestjs/common';
import { Peers } from '@plaudit/events';
import { AccountChangesService } from './accounts/account-changes.service';
import { AccountSettingsService } from './accounts/account-settings.service';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsRepository } from './accounts/accounts.repository';
import { AccountsService } from './accounts/accounts.service';
import { NewAccountsRepository } from './accounts/new-accounts.repository';
import { NewAccountsService } from './accounts/new-accounts.service';
import { AssetsController } from './app-pages/assets.controller';
import { EntranceController } from './app-pages/entrance.controller';
import { PagesController } from './app-pages/pages.controller';
import { SessionKeys } from './app-pages/session-keys';
import { SessionKeysController } from './app-pages/session-keys.controller';
import { AuditController } from './audit/audit.controller';
import { AuditReadModel } from './audit/audit.read-model';
import { AuditRepository } from './audit/audit.repository';
import { AuditService } from './audit/audit.service';
import { BootstrapRepository } from './bootstrap/bootstrap.repository';
import { BootstrapService } from './bootstrap/bootstrap.service';
import { DropCachedKeys } from './handlers/drop-cached-keys.handler';
import { OnChannelConnected } from './handlers/on-channel-connected.handler';
import { OnChannelDeleted } from './handlers/on-channel-deleted.handler';
import { HelloController } from './hello/hello.controller';
import { Authenticator } from './keys/authenticator';
import { KeyMint } from './keys/key-mint';
import { KeyRevocations } from './keys/key-revocations';
import { KeyRing } from './keys/key-ring';
import { KeyUsage } from './keys/key-usage';
import { KeysController } from './keys/keys.controller';
import { KeysRepository } from './keys/keys.repository';
import { KeysService } from './keys/keys.service';
import { PrincipalTokens } from './keys/principal-tokens';
import { ApiDispatch } from './mcp/api-dispatch';
import { McpAudit } from './mcp/mcp-audit';
import { McpCallsRepository } from './mcp/mcp-calls.repository';
import { McpEndpoint } from './mcp/mcp-endpoint';
import { ToolCalls } from './mcp/tool-calls';
import { MergedDocumentService } from './openapi/merged-document.service';
import { OpenApiController } from './openapi/openapi.controller';
import { ReferenceAssets } from './openapi/reference-assets';
import { ReferenceController } from './openapi/reference.controller';
import { ServiceDocuments } from './openapi/service-documents';
import { Admission } from './proxy/admission';
import { ClientAddress } from './proxy/client-address';
import { Edge } from './proxy/edge';
import { Upstreams } from './proxy/upstreams';
import { LoginController } from './sign-in/login.controller';
import { LoginLinks } from './sign-in/login-links';
import { LoginLinksRepository } from './sign-in/login-links.repository';
import { LoginThrottle } from './sign-in/login-throttle';
import { SessionController } from './sign-in/session.controller';
import { Sessions } from './sign-in/sessions';
import { SessionsRepository } from './sign-in/sessions.repository';
import { SignInAudit } from './sign-in/sign-in-audit';
import { SignInHosts } from './sign-in/sign-in-hosts';
import { SignInRequests } from './sign-in/sign-in-requests';
import { SignInService } from './sign-in/sign-in.service';
import { SignInUpkeep } from './sign-in/sign-in-upkeep';
import { SubAccountsController } from './sub-accounts/sub-accounts.controller';
import { SubAccountsRepository } from './sub-accounts/sub-accounts.repository';
import { SubAccountsService } from './sub-accounts/sub-accounts.service';
import { KeyThrottle } from './throttle/key-throttle';
import { SharedSpending } from './throttle/shared-spending';
import { WrongKeyThrottle } from './throttle/wrong-key-throttle';
import { CredentialCheckService } from './users/credential-check.service';
import { UsersController } from './users/users.controller';
import { UsersRepository } from './users/users.repository';
import { UsersService } from './users/users.service';

@Module({
  controllers: [
    AccountsController,
    SubAccountsController,
    AuditController,
    UsersController,
    KeysController,
    LoginController,
    SessionController,
    EntranceController,
    PagesController,
    SessionKeysController,
    AssetsController,
    OnChannelConnected,
    OnChannelDeleted,
    HelloController,
    OpenApiController,
    ReferenceController,
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
    AuditReadModel,
    AuditRepository,
    AuditService,
    UsersRepository,
    UsersService,
    CredentialCheckService,
    KeysService,
    KeyMint,
    KeyRevocations,
    DropCachedKeys,
    // Sign-in and sessions.
    SignInService,
    SignInAudit,
    SignInUpkeep,
    SignInHosts,
    SignInRequests,
    LoginThrottle,
    LoginLinks,
    LoginLinksRepository,
    Sessions,
    SessionsRepository,
    SessionKeys,
    // Bootstrap, authentication, throttling, routing, MCP and the OpenAPI document.
    BootstrapRepository,
    BootstrapService,
    KeysRepository,
    KeyRing,
    KeyUsage,
    Authenticator,
    PrincipalTokens,
    KeyThrottle,
    Peers,
    SharedSpending,
    WrongKeyThrottle,
    ClientAddress,
    Admission,
    Upstreams,
    Edge,
    ApiDispatch,
    McpCallsRepository,
    McpAudit,
    ToolCalls,
    McpEndpoint,
    ServiceDocuments,
    MergedDocumentService,
    ReferenceAssets,
  ],
})
export class GatewayModule {}
