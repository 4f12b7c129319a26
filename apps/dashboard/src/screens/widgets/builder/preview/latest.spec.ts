import { Latest } from './latest';

/** A request that the test completes. */
class Requests {
  readonly sent: string[] = [];
  private readonly ends: (() => void)[] = [];

  readonly send = (input: string): Promise<void> => {
    this.sent.push(input);
    return new Promise((resolve) => this.ends.push(resolve));
  };

  async endNext(): Promise<void> {
    this.ends.shift()?.();
    // The request, the pause and the loop each need a turn.
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  }
}

describe('Latest', () => {
  it('sends the first input at once, and of those that follow only the newest', async () => {
    const requests = new Requests();
    const latest = new Latest(requests.send, () => Promise.resolve());
    for (const input of ['a', 'b', 'c', 'd']) latest.ask(input);
    expect(requests.sent).toEqual(['a']);
    await requests.endNext();
    expect(requests.sent).toEqual(['a', 'd']);
    await requests.endNext();
    expect(requests.sent).toEqual(['a', 'd']);
    latest.ask('e');
    expect(requests.sent).toEqual(['a', 'd', 'e']);
  });

  it('waits for the pause before it sends the next input', async () => {
    const requests = new Requests();
    const pauses = new Requests();
    const latest = new Latest(requests.send, () => pauses.send('pause'));
    latest.ask('a');
    latest.ask('b');
    await requests.endNext();
    expect(requests.sent).toEqual(['a']);
    await pauses.endNext();
    expect(requests.sent).toEqual(['a', 'b']);
  });

  it('sends nothing after it was stopped', async () => {
    const requests = new Requests();
    const latest = new Latest(requests.send, () => Promise.resolve());
    latest.ask('a');
    latest.ask('b');
    latest.stop();
    await requests.endNext();
    expect(requests.sent).toEqual(['a']);
  });
});
