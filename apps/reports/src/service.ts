import { defineService } from '@plaudit/runtime';
import { ReportsEnv } from './reports.env';
import { ReportsModule } from './reports.module';

export const reportsService = defineService({
  name: 'reports',
  summary: 'Rating history and reports',
  env: ReportsEnv,
  module: ReportsModule,
  entities: [],
  migrations: [],
});
