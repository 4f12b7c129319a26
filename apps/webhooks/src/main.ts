import { runService } from '@plaudit/runtime';
import { webhooksService } from './service';

void runService(webhooksService);
