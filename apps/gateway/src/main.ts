import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runService } from '@plaudit/runtime';
import { gatewayService, handOverFirstAccess, onFirstAccess } from './service';

const folder = (): string => mkdtempSync(join(tmpdir(), 'plaudit-'));
onFirstAccess((access) => handOverFirstAccess(access, { stdout: process.stdout, folder }));
void runService(gatewayService);
