import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { openSampleDatabase, type SampleDatabase } from './fixtures/sample-database';
import { createDataSource } from './data-source';

/** As a server whose postmaster is gone: protocol 3, ErrorResponse. */
function fatalError(): Buffer {
  const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection\0\0');
  const head = Buffer.from('E\0\0\0\0');
  head.writeInt32BE(4 + fields.length, 1);
  return Buffer.concat([head, fields]);
}

/** Stands before Postgres, and can end a session in the very packet that says it is ready. */
class DoomedWay {
  doomed = false;
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
    const { doomed } = this;
    const server = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [client, server]) {
      this.sockets.add(socket);
      socket.on('error', () => {});
    }
    client.on('data', (chunk: Buffer) => server.write(chunk));
    server.on('data', (chunk: Buffer) => {
      // ReadyForQuery, idle: the last six bytes of a packet.
      const ready = chunk.subarray(-6).equals(Buffer.from('Z\0\0\0\x05I'));
      if (doomed && ready) client.end(Buffer.concat([chunk, fatalError()]));
      else client.write(chunk);
    });
    client.on('close', () => server.destroy());
    server.on('close', () => client.destroy());
  }
}

describe('a data source', () => {
  let sample: SampleDatabase;
  let way: DoomedWay;

  beforeEach(async () => {
    sample = await openSampleDatabase();
    way = new DoomedWay(new URL(sample.urlOf('reviews')));
    await way.open();
  });
  afterEach(async () => {
    await way.close();
    await sample.close();
  });

  it('survives that Postgres ends a session in the moment it is handed out', async () => {
    const source = createDataSource({ url: way.url, schema: 'reviews', entities: [], migrations: [] });
    await source.initialize();
    const holder = source.createQueryRunner();
    await holder.connect();
    way.doomed = true;
    await expect(source.transaction((tx) => tx.query('select 1'))).rejects.toThrow(/terminat|not queryable/i);
    way.doomed = false;
    await expect(source.transaction((tx) => tx.query('select 1'))).resolves.toHaveLength(1);
    await holder.release();
    await source.destroy();
  });
});
