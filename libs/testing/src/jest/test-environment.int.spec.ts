import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const FILES = {
  'leaves.test.js': `test('leaves', () => {
    new (require('node:worker_threads').Worker)('setInterval(() => {}, 1000)', { eval: true });
    return new Promise((resolve) => require('node:net').createServer().listen(0, resolve));
  });`,
  'closes.test.js': `test('closes', async () => {
    const server = require('node:http').createServer((request, response) => response.end('not read'));
    await new Promise((resolve) => server.listen(0, resolve));
    await fetch('http://127.0.0.1:' + server.address().port);
    setTimeout(() => server.close(), 200);
  });`,
};

interface Outcome {
  testResults: { name: string; status: string; message: string }[];
}

describe('TestEnvironment', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'open-'));
    for (const [name, text] of Object.entries(FILES)) writeFileSync(join(folder, name), text);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('fails a spec file that leaves something open, and waits for what is closing', () => {
    const config = {
      rootDir: folder,
      transform: { '\\.ts$': require.resolve('@swc/jest') },
      testEnvironment: require.resolve('./test-environment.ts'),
      testEnvironmentOptions: { closingMs: 3_000 },
    };
    const jest = require.resolve('jest/bin/jest');
    const args = [jest, '--config', JSON.stringify(config), '--runInBand', '--forceExit', '--json'];
    const { stdout } = spawnSync(process.execPath, args, {
      cwd: join(__dirname, '../../../..'),
      encoding: 'utf8',
    });
    const { testResults } = JSON.parse(stdout) as Outcome;
    const results = new Map(testResults.map((result) => [result.name.slice(folder.length + 1), result]));
    expect(results.get('closes.test.js')).toMatchObject({ status: 'passed', message: '' });
    expect(results.get('leaves.test.js')?.status).toBe('failed');
    expect(results.get('leaves.test.js')?.message).toContain(
      'The spec file left open: TCPServerWrap (1), Worker (1)',
    );
  });
});
