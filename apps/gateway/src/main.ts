import { runService } from '@plaudit/runtime';
import { describeFirstAccess, gatewayService, onFirstAccess } from './service';

// To the terminal, beside the JSON logs on stdout and not into them.
onFirstAccess((access) => process.stderr.write(describeFirstAccess(access)));
void runService(gatewayService);
