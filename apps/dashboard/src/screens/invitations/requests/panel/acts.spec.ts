import type { InviteRequest } from '../request-list';
import { cancelledByDelete, possibleActs } from './acts';

const request = (
  step: number,
  status: InviteRequest['status'],
  recipient = 'noa@example.com',
): InviteRequest => ({ id: step + 1, step, status, recipient }) as InviteRequest;

describe('possibleActs', () => {
  it('offers everything for a pending first message with reminders', () => {
    const sequence = [request(0, 'pending'), request(1, 'pending')] as const;
    expect(possibleActs(sequence[0], sequence)).toEqual(['send', 'reviewed', 'stop', 'edit', 'delete']);
  });

  it('sends a reminder only after the message before it', () => {
    const [first, second, third] = [request(0, 'sent'), request(1, 'pending'), request(2, 'pending')];
    const sequence = [first, second, third] as InviteRequest[];
    expect(possibleActs(second as InviteRequest, sequence)).toContain('send');
    expect(possibleActs(third as InviteRequest, sequence)).not.toContain('send');
  });

  it.each(['sent', 'failed', 'skipped', 'cancelled', 'unsubscribed'] as const)(
    'does not send or change a %s message',
    (status) => {
      const one = request(0, status);
      expect(possibleActs(one, [one])).toEqual(['reviewed', 'delete']);
    },
  );

  it('does not mark a sequence as reviewed twice, nor that of an erased person', () => {
    const [first, second] = [request(0, 'reviewed'), request(1, 'cancelled')];
    expect(possibleActs(second as InviteRequest, [first, second] as InviteRequest[])).toEqual(['delete']);
    expect(possibleActs(request(0, 'sent', ''), [])).toEqual(['delete']);
  });
});

describe('cancelledByDelete', () => {
  it('counts the reminders of a first message only', () => {
    const sequence = [request(0, 'pending'), request(1, 'pending'), request(2, 'pending')] as const;
    expect(cancelledByDelete(sequence[0], sequence)).toBe(3);
    expect(cancelledByDelete(sequence[1], sequence)).toBe(1);
    expect(cancelledByDelete(request(0, 'sent'), [request(0, 'sent')])).toBe(0);
  });
});
