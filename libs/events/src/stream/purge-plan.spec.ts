import { type Need, purgePlan, type StreamLevel } from './purge-plan';

/** A stream of 1,000 bytes with messages of 10 bytes each, whose oldest has sequence 101. */
const filled = (messages: number): StreamLevel => ({
  stream: 'EVENTS',
  bytes: messages * 10,
  maxBytes: 1_000,
  messages,
  first: 101,
  last: 100 + messages,
});
const own = (sequence: number | null, consumer = 'ai__review'): Need => ({
  consumer,
  outside: false,
  sequence,
});
const outside = (sequence: number | null, consumer = 'crm'): Need => ({ consumer, outside: true, sequence });

describe('the purge plan', () => {
  it.each([0, 60, 80])('keeps everything at %i %%', (messages) => {
    expect(purgePlan(filled(messages), [own(null)])).toEqual({ keepFrom: null, losers: [], holders: [] });
  });

  it('keeps everything in a stream without a limit', () => {
    expect(purgePlan({ ...filled(90), maxBytes: -1 }, []).keepFrom).toBeNull();
  });

  it('leaves 60 % if everything is acknowledged', () => {
    expect(purgePlan(filled(90), [own(null), outside(null)])).toEqual({
      keepFrom: 131,
      losers: [],
      holders: [],
    });
  });

  it('keeps what a durable of the product still needs', () => {
    expect(purgePlan(filled(90), [own(null), own(115)])).toEqual({ keepFrom: 115, losers: [], holders: [] });
  });

  it('names the durables that hold a stream above 80 %', () => {
    const needs = [
      own(101),
      own(105, 'webhooks__review'),
      own(null, 'channels__review'),
      own(185, 'gateway__key'),
    ];
    expect(purgePlan(filled(95), needs)).toEqual({
      keepFrom: null,
      losers: [],
      holders: ['ai__review', 'webhooks__review'],
    });
  });

  it('keeps what an outside consumer needs up to 90 %', () => {
    expect(purgePlan(filled(90), [own(null), outside(101)])).toEqual({
      keepFrom: null,
      losers: [],
      holders: [],
    });
  });

  it('gives up above 90 % what only an outside consumer needs, and names it', () => {
    expect(purgePlan(filled(91), [own(null), outside(101), outside(150, 'bi')])).toEqual({
      keepFrom: 132,
      losers: ['crm'],
      holders: [],
    });
  });

  it('never gives up what a durable of the product needs, however full the stream is', () => {
    expect(purgePlan(filled(100), [own(101), outside(101)])).toEqual({
      keepFrom: null,
      losers: [],
      holders: ['ai__review'],
    });
  });

  it('keeps everything that a silent durable may need, and does not say that it lags', () => {
    expect(purgePlan(filled(95), [own(null), { ...own(101, 'ai__review'), silent: true }])).toEqual({
      keepFrom: null,
      losers: [],
      holders: [],
    });
  });
});
