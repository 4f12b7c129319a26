import { connect, type NatsConnection } from 'nats';

import { startNats } from './start-nats';
import { connectionOptions } from './connection-options';

describe('startNats', () => {
  const open = (url: string): Promise<NatsConnection> => connect(connectionOptions(url));

  it('refuses a client without credentials', async () => {
    const nats = await startNats();
    await expect(connect({ servers: `127.0.0.1:${nats.port}` })).rejects.toThrow(/Authorization/);
    await nats.stop();
  });

  it('keeps its URL and its store when it is killed and restarted', async () => {
    const nats = await startNats();
    const before = await open(nats.url);
    const manager = await before.jetstreamManager();
    await manager.streams.add({ name: 'KEPT', subjects: ['kept.>'] });
    await before.jetstream().publish('kept.one', 'hello');
    await nats.kill();
    await before.close();
    await nats.restart();
    const after = await open(nats.url);
    const info = await (await after.jetstreamManager()).streams.info('KEPT');
    expect(info.state.messages).toBe(1);
    await after.close();
    await nats.stop();
  });

  it('does not respond while it is paused and continues afterwards', async () => {
    const nats = await startNats();
    const connection = await open(nats.url);
    await nats.pause();
    await expect(Promise.race([connection.flush().then(() => 'answered'), silence(200)])).resolves.toBe(
      'silent',
    );
    nats.resume();
    await expect(connection.flush()).resolves.toBeUndefined();
    await connection.close();
    await nats.stop();
  });
});

function silence(ms: number): Promise<string> {
  return new Promise((resolve) => setTimeout(() => resolve('silent'), ms));
}
