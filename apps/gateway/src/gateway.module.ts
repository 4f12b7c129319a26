import { Module } from '@nestjs/common';
import { Peers } from '@plaudit/events';
import { AccountChanges } from './accounts/account-changes';
import { AccountEdits } from './accounts/account-edits';
import { AccountsController } from './accounts/accounts.controller';
import { AccountsRepository } from './accounts/accounts.repository';
import { AccountsService } from './accounts/accounts.service';
import { ChannelCounts } from './accounts/channel-counts';
import { NewAccounts } from './accounts/new-accounts';
import { NewAccountsRepository } from './accounts/new-accounts.repository';
import { SubAccountsController } from './accounts/sub-accounts.controller';
import { SubAccountsRepository } from './accounts/sub-accounts.repository';
import { SubAccountsService } from './accounts/sub-accounts.service';
import { AssetsController } from './app-pages/assets.controller';
import { EntranceController } from './app-pages/entrance.controller';
import { PagesController } from './app-pages/pages.controller';
import { SessionKeys } from './app-pages/session-keys';
import { SessionKeysController } from './app-pages/session-keys.controller';
import { AuditLog } from './audit/audit-log';
import { AuditController } from './audit/audit.controller';
import { AuditReadModel } from './audit/audit.read-model';
import { AuditRepository } from './audit/audit.repository';
import { BootstrapRepository } from './bootstrap/bootstrap.repository';
import { BootstrapService } from './bootstrap/bootstrap.service';
import { ForgetKeys } from './handlers/forget-keys';
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
import { InProcessApiClient } from './mcp/in-process-api.client';
import { McpAuditService } from './mcp/mcp-audit.service';
import { McpCallsRepository } from './mcp/mcp-calls.repository';
import { McpRoutes } from './mcp/mcp.routes';
import { ToolCatalogueService } from './mcp/tool-catalogue.service';
import { ToolsService } from './mcp/tools.service';
import { MergedDocumentService } from './openapi/merged-document.service';
import { OpenApiController } from './openapi/openapi.controller';
import { ReferenceAssetsCache } from './openapi/reference-assets.cache';
import { ReferenceController } from './openapi/reference.controller';
import { ServiceDocumentsCache } from './openapi/service-documents.cache';
import { RequestAdmissionService } from './proxy/request-admission.service';
import { ClientAddressService } from './proxy/client-address.service';
import { GatewayRoutes } from './proxy/gateway.routes';
import { UpstreamsClient } from './proxy/upstreams.client';
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
import { KeyThrottle } from './throttle/key-throttle';
import { SharedSpending } from './throttle/shared-spending';
import { WrongKeyThrottle } from './throttle/wrong-key-throttle';
import { CredentialCheck } from './users/credential-check';
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
    // Accounts, sub accounts, users, keys: every change goes through AccountChanges.
    AccountChanges,
    AccountEdits,
    AccountsRepository,
    AccountsService,
    NewAccounts,
    NewAccountsRepository,
    SubAccountsRepository,
    SubAccountsService,
    ChannelCounts,
    AuditRepository,
    AuditLog,
    AuditReadModel,
    UsersRepository,
    UsersService,
    CredentialCheck,
    KeysService,
    KeyMint,
    KeyRevocations,
    ForgetKeys,
    // People who sign in.
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
    // Who may enter, and where to.
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
    ClientAddressService,
    RequestAdmissionService,
    UpstreamsClient,
    GatewayRoutes,
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
