import { failedOutcome } from './mail-outcome';

describe('failedOutcome', () => {
  it('reads the beginning of a long answer, without the address in it', () => {
    const response = `550 5.7.1 <noa@example.org>: ${'x'.repeat(1_000_000)}`;
    const error = { message: 'Refused', command: 'RCPT TO', response, responseCode: 550 };
    const outcome = failedOutcome(error, false);
    expect(outcome).toMatchObject({ kind: 'refused', code: 'rejected_by_policy' });
    expect('msg' in outcome && outcome.msg).toMatch(/^550 5\.7\.1 <\[address\]>: x{200,280}$/);
  });
});
