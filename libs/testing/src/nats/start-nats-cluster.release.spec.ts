import { request } from './operator';
import { type NatsCluster, startNatsCluster } from './start-nats-cluster';

describe('startNatsCluster', () => {
  let cluster: NatsCluster;

  beforeAll(async () => {
    cluster = await startNatsCluster();
    const stream = { name: 'KEPT', subjects: ['kept.>'], num_replicas: 3 };
    await request(cluster.urlOf('admin'), '$JS.API.STREAM.CREATE.KEPT', stream);
  });
  afterAll(() => cluster.stop());

  it('gives each stream a leader and two copies', async () => {
    await cluster.settle();
    expect(cluster.names).toContain(await cluster.leaderOf('KEPT'));
  });

  it('elects another leader when the leader is killed, and takes the server back', async () => {
    const leader = await cluster.leaderOf('KEPT');
    await cluster.halt(leader, 'kill');
    expect(await cluster.leaderOf('KEPT')).not.toBe(leader);
    await cluster.restart(leader);
    await cluster.settle();
  });

  it('refuses a server that it does not have', async () => {
    await expect(cluster.halt('n4', 'stop')).rejects.toThrow('no server n4; its servers are n1, n2, n3');
  });
});
