import { ServiceEnv } from '@plaudit/runtime';

export class ReportsEnv extends ServiceEnv {}
