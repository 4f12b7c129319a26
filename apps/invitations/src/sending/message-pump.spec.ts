import { NatsLink, PeerNotifier } from '@plaudit/events';
import { QueueNotifier } from '@plaudit/queue';
import { eventually } from '@plaudit/testing';
import { Circuit } from '../mail/circuit';
import { DomainPace } from '../pace/domain-pace';
import { TokenBucket } from '../pace/token-bucket';
import type { PreparedMessage } from '../preparing/preparation.service';
import type { RequestRow } from '../requests/request-rows';
import { MessagePump, type PumpWork } from './message-pump';

describe('MessagePump', () => {
  it('counts the messages that it sends against the pace, and not those that are skipped or moved', async () => {
    const sent: number[] = [];
    const due = Array.from(
      { length: 40 },
      (_value, id) => ({ id, recipient: 'a@example.org' }) as RequestRow,
    );
    const work: PumpWork = {
      claim: (_type, rows) => Promise.resolve(due.splice(0, rows)),
      nextDueMs: () => Promise.resolve(null),
      prepare: (rows) =>
        Promise.resolve(rows.filter(({ id }) => id >= 39).map((row) => ({ row }) as PreparedMessage)),
      release: () => Promise.resolve(),
      send: ({ row }) => {
        sent.push(row.id);
        return Promise.resolve({ kind: 'sent', providerId: null });
      },
      finish: () => Promise.resolve(),
    };
    const clock = (): number => 0;
    const bucket = new TokenBucket(60, clock);
    const pump = new MessagePump(
      'email',
      work,
      { connections: 4, circuit: new Circuit(1_000), bucket, domains: new DomainPace(0) },
      new QueueNotifier(
        new PeerNotifier(new NatsLink({ url: 'nats://127.0.0.1:1', service: 'invitations' })),
      ),
    );
    pump.worker.start();
    await eventually(
      () => sent,
      (ids) => ids.length > 0,
      'the only message that is sent',
    );
    await pump.worker.stop();
    expect({ sent, available: bucket.available(1) }).toEqual({ sent: [39], available: 0 });
  });
});
