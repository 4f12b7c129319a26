import { accountSnapshot } from '@plaudit/contracts';
import { defineService } from '@plaudit/runtime';
import { GATEWAY_ENTITIES } from './gateway.entities';
import { GatewayEnv } from './gateway.env';
import { GatewayModule } from './gateway.module';
import { CreateAccountsAndKeys1763100000000 } from './migrations/1763100000000-create-accounts-and-keys';
import { AuditSignIns1763400000000 } from './migrations/1763400000000-audit-sign-ins';
import { BoundKeys1763500000000 } from './migrations/1763500000000-bound-keys';
import { GuardSignIns1763500100000 } from './migrations/1763500100000-guard-sign-ins';
import { CreateMcpCalls1763310000000 } from './migrations/1763310000000-create-mcp-calls';
import { AddTwoFactor1763500400000 } from './migrations/1763500400000-add-two-factor';
import { ManageAccounts1763200000000 } from './migrations/1763200000000-manage-accounts';
import { CreateSessions1763210000000 } from './migrations/1763210000000-create-sessions';
import { ExtendAudit1763500201000 } from './migrations/1763500201000-extend-audit';
import { IndexAudit1763500500000 } from './migrations/1763500500000-index-audit';
import { ReconcileChannelCounts1763900200000 } from './migrations/1763900200000-reconcile-channel-counts';
import { CountSentInvites1765840000000 } from './migrations/1765840000000-count-sent-invites';
import { CreateAdminMails1766710000000 } from './migrations/1766710000000-create-admin-mails';
import { SessionApi1766900100000 } from './migrations/1766900100000-session-api';
import { AddOneTimeLinks1767400000000 } from './migrations/1767400000000-add-one-time-links';
import { AnnounceExpiries1767420000000 } from './migrations/1767420000000-announce-expiries';
import { AddOauth1767500000000 } from './migrations/1767500000000-add-oauth';
import { IndexApps1767500001000 } from './migrations/1767500001000-index-apps';
import { BoundRequests1767500400000 } from './migrations/1767500400000-bound-requests';
import { AddAccountZone1767500500000 } from './migrations/1767500500000-add-account-zone';
import { InviteUsers1767500600000 } from './migrations/1767500600000-invite-users';
import { MailPauses1767500200000 } from './migrations/1767500200000-mail-pauses';
import { PageLists1763500200000 } from './migrations/1763500200000-page-lists';
import { TWO_FACTOR_SECRET } from './two-factor/two-factor-secrets.service';
import { CLIENT_SECRET } from './oauth/clients/oauth-clients.service';
import { SubAccountSnapshotReadModel } from './sub-accounts/sub-account-snapshot.read-model';

import { apiTargetOf } from './proxy/route-table';

export { ROUTES } from './proxy/route-table';
export { mergeDocuments } from './openapi/merge-documents';
export { handOverFirstAccess, keepFirstAccessOf, onFirstAccess } from './bootstrap/first-access';

export const gatewayService = defineService({
  name: 'gateway',
  summary: 'Keys, accounts, throttling and the route table in front of every service',
  env: GatewayEnv,
  module: GatewayModule,
  routedTarget: apiTargetOf,
  consumes: ['channel', 'invite', 'webhook', 'forwarding'],
  entities: GATEWAY_ENTITIES,
  migrations: [
    CreateAccountsAndKeys1763100000000,
    ManageAccounts1763200000000,
    CreateSessions1763210000000,
    CreateMcpCalls1763310000000,
    AuditSignIns1763400000000,
    BoundKeys1763500000000,
    GuardSignIns1763500100000,
    PageLists1763500200000,
    ExtendAudit1763500201000,
    AddTwoFactor1763500400000,
    IndexAudit1763500500000,
    ReconcileChannelCounts1763900200000,
    CountSentInvites1765840000000,
    CreateAdminMails1766710000000,
    SessionApi1766900100000,
    AddOneTimeLinks1767400000000,
    AnnounceExpiries1767420000000,
    AddOauth1767500000000,
    IndexApps1767500001000,
    MailPauses1767500200000,
    BoundRequests1767500400000,
    AddAccountZone1767500500000,
    InviteUsers1767500600000,
  ],
  snapshots: [{ definition: accountSnapshot, reader: SubAccountSnapshotReadModel }],
  sealed: [TWO_FACTOR_SECRET, CLIENT_SECRET],
});
