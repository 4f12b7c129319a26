import { runService } from '@plaudit/runtime';
import { widgetsService } from './service';

void runService(widgetsService);
