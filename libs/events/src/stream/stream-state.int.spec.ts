import { durablesOf } from '@plaudit/contracts';
import { startNats } from '@plaudit/testing';
import { connect } from 'nats';
import { connectionOptions } from '../connection/nats-connection';
import { applyTopology } from '../topology/topology';
import { withUnlisted } from './stream-state';

describe('withUnlisted', () => {
  it('finds the durables that exist although the list of a NATS cluster lacks them for a moment', async () => {
    const nats = await startNats();
    await applyTopology(nats.url, { durables: durablesOf('widgets', ['review', 'account']) });
    const client = await connect(connectionOptions({ url: nats.url, service: 'spec' }));
    const jsm = await client.jetstreamManager();
    await jsm.consumers.delete('EVENTS', 'widgets__account');
    const found = await withUnlisted(jsm, 'EVENTS', [], ['widgets__review', 'widgets__account']);
    expect(found.map(({ name }) => name)).toEqual(['widgets__review']);
    await client.close();
    await nats.stop();
  });
});
