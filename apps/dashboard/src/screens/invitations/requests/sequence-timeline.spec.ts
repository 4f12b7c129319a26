import type { InviteRequest } from './request-list';
import { type Activity, timelineOf } from './sequence-timeline';

const request = (id: number, step: number, change: Partial<InviteRequest> = {}): InviteRequest =>
  ({
    id,
    step,
    status: 'sent',
    schedule: `2026-09-2${step} 09:00:00`,
    send_at: null,
    error: null,
    ...change,
  }) as InviteRequest;

let nextId = 1;
const entry = (type: Activity['type'], at: string, change: Partial<Activity> = {}): Activity => ({
  id: nextId++,
  type,
  created_at: at,
  source: 'smtp',
  status: 'ok',
  detail: null,
  ...change,
});

describe('timelineOf', () => {
  it('merges the messages of a sequence by time and puts planned ones last', () => {
    const events = timelineOf(
      [
        request(1, 0),
        request(2, 1, { status: 'pending', send_at: '2026-09-23 09:00:00' }),
        request(3, 2, { status: 'pending' }),
      ],
      new Map([
        [1, [entry('queued', '2026-09-17 10:00:00'), entry('sent', '2026-09-20 09:00:00')]],
        [
          2,
          [
            entry('queued', '2026-09-17 10:00:00'),
            entry('rescheduled', '2026-09-20 08:00:00', { detail: { reason: 'too_soon' } }),
          ],
        ],
      ]),
    );
    expect(events.map(({ type, step, state }) => [type, step, state])).toEqual([
      ['queued', 0, 'past'],
      ['rescheduled', 1, 'past'],
      ['sent', 0, 'past'],
      ['planned', 2, 'next'],
      ['planned', 1, 'next'],
    ]);
    expect(events[1]).toMatchObject({ reason: 'too_soon' });
  });

  it('says what a message waits for, and no time, while its sender is refused', () => {
    const error = { code: 'smtp_auth', msg: '530 5.7.0 Authentication required' };
    const [waiting, reminder] = timelineOf(
      [
        request(2, 1, { status: 'pending', send_at: '2026-09-23 09:00:00' }),
        request(1, 0, { status: 'pending', error }),
      ],
      new Map(),
    );
    expect(waiting).toMatchObject({ type: 'planned', step: 0, at: null, code: 'smtp_auth' });
    expect(reminder).toMatchObject({ type: 'planned', step: 1, at: '2026-09-23 09:00:00', code: null });
  });

  it('names a click of a program as ignored and a cancelled reminder as cancelled', () => {
    const events = timelineOf(
      [request(1, 0), request(2, 1, { status: 'cancelled' })],
      new Map([
        [
          1,
          [
            entry('clicked', '2026-09-20 09:00:01', {
              status: 'ignored',
              detail: { reason: 'many_links', hits: 3 },
            }),
          ],
        ],
        [2, [entry('cancelled', '2026-09-20 09:30:00', { source: 'recipient' })]],
      ]),
    );
    expect(events).toMatchObject([
      { state: 'ignored', isIgnored: true, reason: 'many_links', icon: 'eye' },
      { state: 'cancelled', step: 1, source: 'recipient' },
    ]);
  });

  it('shows that a message was kept where others show that it was sent', () => {
    const kept = { status: 'kept', source: 'smtp' } as const;
    const events = timelineOf(
      [request(1, 0, { status: 'sent', delivery: 'kept' })],
      new Map([[1, [entry('sent', '2026-09-20 09:00:00', kept)]]]),
    );
    expect(events).toMatchObject([{ type: 'kept', state: 'ignored', icon: 'inbox', source: 'smtp' }]);
  });

  it('shows a review once, although the first message and its reminder have it', () => {
    const at = '2026-09-24 12:00:00';
    const events = timelineOf(
      [request(1, 0, { status: 'reviewed' }), request(2, 1, { status: 'reviewed' })],
      new Map([
        [1, [entry('reviewed', at, { detail: { confidence: 'high' } })]],
        [2, [entry('reviewed', at)]],
      ]),
    );
    expect(events).toMatchObject([{ type: 'reviewed', state: 'won', step: 0, confidence: 'high' }]);
  });

  it('ignores details that are no texts', () => {
    const events = timelineOf(
      [request(1, 0)],
      new Map([[1, [entry('failed', '2026-09-20 09:00:00', { detail: { msg: 5, reason: '' } })]]]),
    );
    expect(events[0]).toMatchObject({ msg: null, reason: null });
  });
});
