import { Toaster } from './toaster';

describe('Toaster', () => {
  it('keeps the newest three messages and tells the others that they went', () => {
    const gone: string[] = [];
    const toaster = new Toaster();
    for (const text of ['a', 'b', 'c', 'd']) toaster.show({ text, onGone: () => gone.push(text) });
    expect(toaster.list().map(({ text }) => text)).toEqual(['b', 'c', 'd']);
    expect(gone).toEqual(['a']);
  });

  it('keeps a failure until it is closed', () => {
    const toaster = new Toaster();
    toaster.show({ text: 'failed', kind: 'failed' });
    toaster.show({ text: 'done' });
    expect(toaster.list().map(({ life }) => life)).toEqual([0, 8000]);
  });

  it('runs the action once and does not report the message as gone', () => {
    const calls: string[] = [];
    const toaster = new Toaster();
    const id = toaster.show({
      text: 'Approved',
      action: { label: 'Undo', run: () => calls.push('undo') },
      onGone: () => calls.push('gone'),
    });
    toaster.act(id);
    toaster.act(id);
    expect(calls).toEqual(['undo']);
    expect(toaster.list()).toEqual([]);
  });
});
