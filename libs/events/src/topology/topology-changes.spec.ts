import { STREAMS } from '@plaudit/contracts';
import type { StreamConfig } from 'nats';
import { settingChanges, wantedSettings, widened } from './topology-changes';
import { streamSettings } from './topology-settings';

const [EVENTS, , DLQ] = STREAMS as [(typeof STREAMS)[0], unknown, (typeof STREAMS)[0]];
const configured = (stream = EVENTS, changed: Partial<StreamConfig> = {}) =>
  ({ ...streamSettings(stream, 3), ...changed }) as StreamConfig;

describe('the wanted settings of a stream', () => {
  it('keep the size and the replicas of EVENTS if the operator gives none', () => {
    const current = configured(EVENTS, { max_bytes: 5_000 });
    expect(wantedSettings(EVENTS, {}, current)).toMatchObject({ max_bytes: 5_000, num_replicas: 3 });
  });

  it('are those that the operator gives', () => {
    const given = { eventsMaxBytes: 7_000, replicas: 1 };
    const wanted = wantedSettings({ ...EVENTS, maxBytes: 7_000 }, given, configured());
    expect(wanted).toMatchObject({ max_bytes: 7_000, num_replicas: 1 });
  });

  it('keep a DLQ that was enlarged by hand, and enlarge a smaller one', () => {
    const sizeFor = (max_bytes: number) => wantedSettings(DLQ, {}, configured(DLQ, { max_bytes })).max_bytes;
    expect(sizeFor(DLQ.maxBytes + 1)).toBe(DLQ.maxBytes + 1);
    expect(sizeFor(-1)).toBe(-1);
    expect(sizeFor(DLQ.maxBytes - 1)).toBe(DLQ.maxBytes);
  });

  it('are the defaults for a stream that does not exist', () => {
    expect(wantedSettings(EVENTS, {}, null)).toMatchObject({ max_bytes: 1_000_000_000, num_replicas: 1 });
  });
});

describe('a change of settings', () => {
  it.each([
    [{ max_bytes: 2_000 }, { max_bytes: 1_000 }],
    [{ max_bytes: -1 }, { max_bytes: 1_000 }],
    [{ max_age: 2_000 }, { max_age: 1_000 }],
    [{}, { max_age: 1_000 }],
    [{ duplicate_window: 2_000 }, { duplicate_window: 1_000 }],
    [{ num_replicas: 3 }, { num_replicas: 1 }],
    [{ subjects: ['a.>', 'b.>'] }, { subjects: ['b.>', 'c.>'] }],
    [{ retention: 'limits' }, { retention: 'workqueue' }],
    [{ filter_subject: 'a.>' }, { filter_subject: 'b.>' }],
  ])('from %j to %j narrows and is left out', (current, wanted) => {
    const changes = settingChanges(current, wanted);
    expect(changes).toMatchObject([{ narrows: true }]);
    expect(widened(wanted, changes)).not.toEqual(wanted);
  });

  it.each([
    [{ max_bytes: 1_000 }, { max_bytes: 2_000 }],
    [{ max_bytes: 1_000 }, { max_bytes: -1 }],
    [{ max_age: 1_000 }, { max_age: 2_000 }],
    [{ num_replicas: 1 }, { num_replicas: 3 }],
    [{ subjects: ['a.>'] }, { subjects: ['a.>', 'b.>'] }],
    [{ max_ack_pending: 256 }, { max_ack_pending: 1 }],
  ])('from %j to %j does not narrow', (current, wanted) => {
    const changes = settingChanges(current, wanted);
    expect(changes).toMatchObject([{ narrows: false }]);
    expect(widened(wanted, changes)).toEqual(wanted);
  });

  it('adds subjects and drops none', () => {
    const wanted = { subjects: ['b.>', 'c.>'] };
    const changes = settingChanges({ subjects: ['a.>', 'b.>'] }, wanted);
    expect(widened(wanted, changes)).toEqual({ subjects: ['a.>', 'b.>', 'c.>'] });
  });
});
