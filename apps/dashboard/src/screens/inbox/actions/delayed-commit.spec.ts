import { commitAll, DelayedCommit } from './delayed-commit';

describe('DelayedCommit', () => {
  const calls: string[] = [];
  const made = (name: string): DelayedCommit =>
    new DelayedCommit(
      (isLeaving) => void calls.push(`sent ${name}${isLeaving ? ' while leaving' : ''}`),
      () => calls.push(`kept ${name}`),
    );
  beforeEach(() => calls.splice(0));

  it('is sent once', async () => {
    const deletion = made('a');
    await deletion.commit();
    await deletion.commit();
    commitAll();
    expect(calls).toEqual(['sent a']);
  });

  it('is never sent after it was taken back', async () => {
    const deletion = made('a');
    expect(deletion.keep()).toBe(true);
    await deletion.commit();
    commitAll();
    expect(calls).toEqual(['kept a']);
  });

  it('cannot be taken back after it was sent', async () => {
    const deletion = made('a');
    await deletion.commit();
    expect(deletion.keep()).toBe(false);
    expect(calls).toEqual(['sent a']);
  });

  it('is sent when the page is left', () => {
    made('a');
    made('b').keep();
    calls.splice(0);
    commitAll();
    expect(calls).toEqual(['sent a while leaving']);
  });
});
