import { runService } from '@plaudit/runtime';
import { aiService } from './service';

void runService(aiService);
