import { applyTopology } from '@plaudit/events';

import { type NatsCluster, startNatsCluster } from './start-nats-cluster';

describe('startNatsCluster', () => {
  let cluster: NatsCluster;

  beforeAll(async () => {
    cluster = await startNatsCluster();
    await applyTopology(cluster.urlOf('admin'), { replicas: 3 });
  });
  afterAll(() => cluster.stop());

  it('gives each stream a leader and two copies', async () => {
    await cluster.settle();
    expect(cluster.names).toContain(await cluster.leaderOf('EVENTS'));
  });

  it('elects another leader when the leader is killed, and takes the server back', async () => {
    const leader = await cluster.leaderOf('EVENTS');
    await cluster.halt(leader, 'kill');
    expect(await cluster.leaderOf('EVENTS')).not.toBe(leader);
    await cluster.restart(leader);
    await cluster.settle();
  });

  it('refuses a server that it does not have', async () => {
    await expect(cluster.halt('n4', 'stop')).rejects.toThrow('no server n4; its servers are n1, n2, n3');
  });
});
