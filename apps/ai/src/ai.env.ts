import { ServiceEnv } from '@plaudit/runtime';

export class AiEnv extends ServiceEnv {}
