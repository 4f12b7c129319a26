import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';
import { createDataSource } from './data-source';

/** An ErrorResponse of protocol 3, as Postgres sends it when an administrator ends the session. */
function fatalError(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** A TCP proxy before Postgres that can end a session in the same packet that reports it ready. */
class EndingProxy {
  ending = false;
  readonly server: Server;
  private readonly sockets = new Set<Socket>();

  constructor(private readonly target: URL) {
    this.server = createServer((client) => this.pair(client));
  }

  get url(): string {
    const here = new URL(this.target);
    here.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return here.toString();
  }

  async open(): Promise<void> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.server.close(resolve));
    for (const socket of this.sockets) socket.destroy();
    await closed;
  }

  private pair(client: Socket): void {
    const { ending } = this;
    const server = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('data', (chunk: Buffer) => server.write(chunk));
    server.on('data', (chunk: Buffer) => {
      // The last six bytes of the packet are ReadyForQuery, idle.
      const ready = chunk.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'));
      if (ending && ready) client.end(Buffer.concat([chunk, fatalError()]));
      else client.write(chunk);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }
}

describe('createDataSource', () => {
  let sample: SampleDatabase;
  let proxy: EndingProxy;

  beforeEach(async () => {
    sample = await openSampleDatabase();
    proxy = new EndingProxy(new URL(sample.urlOf('reviews')));
    await proxy.open();
  });
  afterEach(async () => {
    await proxy.close();
    await sample.close();
  });

  it('survives a session that Postgres ends at the moment the pool hands it out', async () => {
    const source = createDataSource({ url: proxy.url, schema: 'reviews', entities: [], migrations: [] });
    await source.initialize();
    const holder = source.createQueryRunner();
    await holder.connect();
    proxy.ending = true;
    await expect(source.transaction((tx) => tx.query('select 1'))).rejects.toThrow(/terminat|not queryable/i);
    proxy.ending = false;
    await expect(source.transaction((tx) => tx.query('select 1'))).resolves.toHaveLength(1);
    await holder.release();
    await source.destroy();
  });
});
