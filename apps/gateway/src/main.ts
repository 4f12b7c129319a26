import { runService } from '@plaudit/runtime';
import { describeFirstAccess, gatewayService, onFirstAccess } from './service';

// Printed to stderr, so that the secrets are not in the JSON logs on stdout.
onFirstAccess((access) => process.stderr.write(describeFirstAccess(access)));
void runService(gatewayService);
