import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { SOURCE_FLAGS, temporaryFolder, writeFiles } from '@plaudit/testing';
import { AUTHORITY, CERTIFICATES, KEY } from './fixtures/authority';
import { closeAll, server } from './fixtures/outbound-world';
import { response } from './fixtures/raw-server';

afterEach(closeAll);

describe('OutboundClient with an authority that NODE_EXTRA_CA_CERTS names', () => {
  test('accepts its certificates, except an expired one and one for another host', async () => {
    const urls: string[] = [];
    // An interim response shows that the responses of a TLS connection are filtered, too.
    const sent = `HTTP/1.1 100 Continue\r\n\r\n${response(200)}`;
    for (const cert of Object.values(CERTIFICATES)) {
      const { port } = await server((socket) => socket.write(sent), { tls: { key: KEY, cert } });
      urls.push(`https://localhost:${port}/`);
    }
    const folder = temporaryFolder('certificates');
    const { ca } = writeFiles(folder, { ca: AUTHORITY });
    // Node reads the variable when it starts.
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [...SOURCE_FLAGS, join(__dirname, 'fixtures', 'request.process.ts'), ...urls],
      { env: { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: ca } },
    );
    rmSync(folder, { recursive: true });
    expect(Object.keys(CERTIFICATES)).toEqual(['valid', 'for another host', 'expired']);
    expect(stdout.trim().split('\n')).toEqual(['200', 'tls_error', 'tls_error']);
  }, 120_000);
});
