import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { initSql } from './init-sql';

const path = 'deploy/postgres/init.sql';
writeFileSync(join(__dirname, '..', '..', '..', '..', path), initSql());
process.stdout.write(`${path}\n`);
