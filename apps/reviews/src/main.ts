import { runService } from '@plaudit/runtime';
import { reviewsService } from './service';

void runService(reviewsService);
