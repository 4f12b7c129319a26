import { defineService } from '@plaudit/runtime';
import { InvitationsEnv } from './invitations.env';
import { InvitationsModule } from './invitations.module';

export const invitationsService = defineService({
  name: 'invitations',
  summary: 'Invitations by email and SMS',
  env: InvitationsEnv,
  module: InvitationsModule,
  entities: [],
  migrations: [],
});
