import { defineService } from '@plaudit/runtime';
import { AiEnv } from './ai.env';
import { AiModule } from './ai.module';

export const aiService = defineService({
  name: 'ai',
  summary: 'Summaries, insights and translation',
  env: AiEnv,
  module: AiModule,
  entities: [],
  migrations: [],
});
