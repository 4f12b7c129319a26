import { runService } from '@plaudit/runtime';
import { channelsService } from './service';

void runService(channelsService);
