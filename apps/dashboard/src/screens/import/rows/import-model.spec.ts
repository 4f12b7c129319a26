import type { Schema } from '@plaudit/client';
import { ImportModel, type SendBulk } from './import-model';

const USES = ['from_name', 'posted_on', 'text'] as const;
const READ = { scale: 5, order: 'day_first' } as const;
const SEND = { ...READ, sourceId: 3, isApproved: false };

type Body = Schema<'ReviewBulkInput'>;

/** Answers like the server: a review whose text is "bad" has an error, the others get ids. */
function answerTo({ reviews, validate_only: isDry = false }: Body): Schema<'ReviewBulk'> {
  const errors = reviews.flatMap(({ text }, index) =>
    text === 'bad'
      ? [{ index, field: 'text', code: 'invalid_value', msg: 'bad text' } as Schema<'BulkError'>]
      : [],
  );
  const ids = reviews.map(({ text }, at) => (isDry || text === 'bad' ? null : at + 1));
  return {
    success: true,
    validate_only: isDry,
    total: reviews.length,
    valid: reviews.length - errors.length,
    invalid: errors.length,
    ids,
    errors,
    inserted: ids.filter((id) => id !== null).length,
  };
}

function modelWith(texts: string[], sendBulk: SendBulk = async (body) => answerTo(body)): ImportModel {
  const model = new ImportModel(sendBulk);
  const rows = texts.map((text, at) => ({ line: at + 2, cells: [`Author ${at}`, '2024-08-03', text] }));
  model.load(rows, USES, READ);
  return model;
}

const kinds = (model: ImportModel): string[] => model.get().rows.map(({ state }) => state.kind);

describe('ImportModel', () => {
  it('checks the rows, lets one be mended, and imports what is ready', async () => {
    const keys: (string | null)[] = [];
    const model = modelWith(['good', 'bad'], async (body, key) => {
      keys.push(key);
      return answerTo(body);
    });
    await model.check();
    expect(kinds(model)).toEqual(['ready', 'refused']);
    await model.edit(3, { text: 'mended' });
    expect(kinds(model)).toEqual(['ready', 'ready']);
    await model.send(SEND);
    expect(kinds(model)).toEqual(['imported', 'imported']);
    expect(keys).toEqual([null, null, expect.stringMatching(/-1$/)]);
  });

  it('does not send a row whose problem the browser can see', async () => {
    const sent: number[] = [];
    const model = modelWith(['good', ''], async (body) => {
      sent.push(body.reviews.length);
      return answerTo(body);
    });
    await model.check();
    expect(kinds(model)).toEqual(['ready', 'problem']);
    expect(sent).toEqual([1]);
  });

  it('keeps what a person changed when the file is read in another way', async () => {
    const model = modelWith(['bad']);
    await model.edit(2, { text: 'mended' });
    model.load([{ line: 2, cells: ['Author', '2024-08-03', 'bad'] }], USES, READ);
    expect(model.get().rows[0]?.values.text).toBe('mended');
  });

  it('ignores the answer about a row that changed since', async () => {
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const model = modelWith(['bad'], async (body) => {
      if (body.reviews[0]?.text === 'bad') await held;
      return answerTo(body);
    });
    const check = model.check();
    await model.edit(2, { text: 'mended' });
    release();
    await check;
    expect(kinds(model)).toEqual(['ready']);
  });

  it('sends a batch without an answer again under its key', async () => {
    const keys: (string | null)[] = [];
    let isDown = false;
    const model = modelWith(['good'], async (body, key) => {
      keys.push(key);
      if (isDown) throw new Error('no response');
      return answerTo(body);
    });
    await model.check();
    isDown = true;
    await model.send(SEND);
    expect(model.get().outcome?.failed).toHaveLength(1);
    expect(kinds(model)).toEqual(['ready']);
    isDown = false;
    await model.sendRest();
    expect(kinds(model)).toEqual(['imported']);
    expect(keys[1]).toBe(keys[2]);
  });

  it('keeps the error of a check that failed and lets it be repeated', async () => {
    let isDown = true;
    const model = modelWith(['good'], async (body) => {
      if (isDown) throw new Error('no response');
      return answerTo(body);
    });
    await model.check();
    expect([kinds(model), model.get().checkError]).toEqual([['unchecked'], expect.any(Error)]);
    isDown = false;
    await model.check();
    expect([kinds(model), model.get().checkError]).toEqual([['ready'], null]);
  });

  it('ends after the batch that is under way when it is stopped', async () => {
    const texts = Array.from({ length: 1_200 }, (_, at) => `text ${at}`);
    const model: ImportModel = modelWith(texts, async (body) => {
      if (!body.validate_only) model.stop();
      return answerTo(body);
    });
    await model.check();
    await model.send(SEND);
    const { outcome, phase } = model.get();
    expect([phase, outcome?.stopped, outcome?.unsent.length]).toEqual(['idle', true, 2]);
    expect(kinds(model).filter((kind) => kind === 'imported')).toHaveLength(500);
  });
});
