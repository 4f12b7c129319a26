import { runService } from '@plaudit/runtime';
import { reportsService } from './service';

void runService(reportsService);
