import { ServiceEnv } from '@plaudit/runtime';

export class InvitationsEnv extends ServiceEnv {}
