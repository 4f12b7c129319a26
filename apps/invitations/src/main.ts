import { runService } from '@plaudit/runtime';
import { invitationsService } from './service';

void runService(invitationsService);
