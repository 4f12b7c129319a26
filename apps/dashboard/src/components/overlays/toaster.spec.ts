import { Toaster, type ToastGroup } from './toaster';

const texts = (groups: readonly ToastGroup[]): string[] =>
  groups.map(({ toasts }) => `${toasts.at(-1)?.text as string} ${toasts.length}`);

describe('Toaster', () => {
  it('keeps the newest three messages and tells the others that they went', () => {
    const gone: string[] = [];
    const toaster = new Toaster();
    for (const text of ['a', 'b', 'c', 'd']) toaster.show({ text, onGone: () => void gone.push(text) });
    expect(texts(toaster.list())).toEqual(['b 1', 'c 1', 'd 1']);
    expect(gone).toEqual(['a']);
  });

  it('keeps a failure until it is closed', () => {
    const toaster = new Toaster();
    toaster.show({ text: 'failed', kind: 'failed' });
    toaster.show({ text: 'done' });
    expect(toaster.list().map(({ toasts }) => toasts[0]?.life)).toEqual([0, 8000]);
  });

  it('runs the action once and does not report the message as gone', () => {
    const calls: string[] = [];
    const toaster = new Toaster();
    const id = toaster.show({
      text: 'Approved',
      action: { label: 'Undo', run: () => calls.push('undo') },
      onGone: () => void calls.push('gone'),
    });
    toaster.act(id);
    toaster.act(id);
    expect(calls).toEqual(['undo']);
    expect(toaster.list()).toEqual([]);
  });

  describe('with equal messages', () => {
    const undone: number[] = [];
    const gone: number[] = [];
    const approve = (toaster: Toaster, at: number): number =>
      toaster.show({
        text: 'Approved',
        action: { label: 'Undo', run: () => undone.push(at) },
        onGone: () => void gone.push(at),
      });
    beforeEach(() => {
      undone.length = 0;
      gone.length = 0;
    });

    it('shows them as one with their number, at the place of the newest', () => {
      const toaster = new Toaster();
      approve(toaster, 1);
      toaster.show({ text: 'Saved' });
      approve(toaster, 2);
      expect(texts(toaster.list())).toEqual(['Saved 1', 'Approved 2']);
      expect(toaster.list()[1]?.id).toBe(1);
    });

    it('takes one change back with each use of the action, the newest first', () => {
      const toaster = new Toaster();
      for (const at of [1, 2, 3]) approve(toaster, at);
      for (const left of [2, 1, 0]) {
        toaster.act(toaster.list()[0]?.toasts.at(-1)?.id ?? 0);
        expect(toaster.list()[0]?.toasts.length ?? 0).toBe(left);
      }
      expect([undone, gone]).toEqual([[3, 2, 1], []]);
    });

    it('closes all of them at once', () => {
      const toaster = new Toaster();
      for (const at of [1, 2]) approve(toaster, at);
      toaster.closeGroup(toaster.list()[0]?.id ?? 0);
      expect([toaster.list(), gone]).toEqual([[], [1, 2]]);
    });

    it.each([
      ['another detail', { text: 'Saved', detail: 'Larkfield' }],
      ['another outcome', { text: 'Saved', kind: 'failed' as const }],
      ['another action', { text: 'Saved', action: { label: 'Undo', run: () => {} } }],
    ])('keeps one with %s apart', (_what, toast) => {
      const toaster = new Toaster();
      toaster.show({ text: 'Saved' });
      toaster.show(toast);
      expect(texts(toaster.list())).toEqual(['Saved 1', 'Saved 1']);
    });
  });

  it('waits for what its messages send when all of them are removed', async () => {
    const toaster = new Toaster();
    let arrived = false;
    const send = async (): Promise<void> => {
      await Promise.resolve();
      arrived = true;
    };
    toaster.show({ text: 'Deletes 3 reviews', onGone: send });
    toaster.show({ text: 'Other', onGone: () => Promise.reject(new Error('refused')) });
    const cleared = toaster.clear();
    expect(toaster.list()).toEqual([]);
    await cleared;
    expect(arrived).toBe(true);
  });
});
