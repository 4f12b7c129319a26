import { UndoStack } from './undo-stack';

describe('UndoStack', () => {
  const undone: string[] = [];
  const change = (name: string) => () => {
    undone.push(name);
    return Promise.resolve(true);
  };
  beforeEach(() => undone.splice(0));

  it('takes back the newest change first', async () => {
    const stack = new UndoStack();
    for (const name of ['a', 'b', 'c']) stack.push(change(name));
    await stack.undo();
    await stack.undo();
    expect(undone).toEqual(['c', 'b']);
  });

  it('takes back an older change once', async () => {
    const stack = new UndoStack();
    const first = stack.push(change('a'));
    stack.push(change('b'));
    expect(await stack.undo(first)).toBe(true);
    expect(await stack.undo(first)).toBe(false);
    expect(undone).toEqual(['a']);
  });

  it('takes back a change once even if two key presses arrive at the same time', async () => {
    const stack = new UndoStack();
    const id = stack.push(change('a'));
    expect(await Promise.all([stack.undo(id), stack.undo(id)])).toEqual([true, false]);
    expect(undone).toEqual(['a']);
  });

  it('keeps the last 20 changes', async () => {
    const stack = new UndoStack();
    for (let at = 1; at <= 25; at += 1) stack.push(change(String(at)));
    expect(stack.size).toBe(20);
    for (let at = 1; at <= 25; at += 1) await stack.undo();
    expect(undone.at(-1)).toBe('6');
  });

  it('keeps a change in its place if taking it back failed', async () => {
    const stack = new UndoStack();
    const fails = [false, true];
    const id = stack.push(() => Promise.resolve(fails.shift() ?? true));
    stack.push(change('b'));
    expect(await stack.undo(id)).toBe(false);
    await stack.undo();
    expect(undone).toEqual(['b']);
    expect(await stack.undo()).toBe(true);
    expect(await stack.undo()).toBe(false);
  });

  it('forgets a change that is final', async () => {
    const stack = new UndoStack();
    stack.forget(stack.push(change('a')));
    expect(await stack.undo()).toBe(false);
  });
});
