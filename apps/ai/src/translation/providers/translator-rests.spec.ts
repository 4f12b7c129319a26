import { Clock } from '@plaudit/runtime';
import type { TranslationFailure } from './translator';
import { TranslatorRests } from './translator-rests';

class HandClock extends Clock {
  private time = 1_760_000_000_000;

  override now(): Date {
    return new Date(this.time);
  }

  advance(ms: number): void {
    this.time += ms;
  }
}

const REJECTED: TranslationFailure = { kind: 'rejected', msg: 'No.' };
const busy = (retryAfterMs: number | null): TranslationFailure => ({
  kind: 'busy',
  msg: 'Later.',
  retryAfterMs,
});

describe('TranslatorRests', () => {
  let clock: HandClock;
  let rests: TranslatorRests;
  beforeEach(() => {
    clock = new HandClock();
    rests = new TranslatorRests(clock);
  });

  it.each<[string, TranslationFailure, number]>([
    ['refused the key', REJECTED, 60_000],
    ['asked for two seconds', busy(2_000), 2_000],
    ['asked for a day', busy(86_400_000), 60_000],
  ])('leaves a translator alone that %s', (_what, failure, ms) => {
    rests.note('contract', failure);
    clock.advance(ms - 1);
    expect([rests.find('contract'), rests.find('other')]).toEqual([failure, null]);
    clock.advance(2);
    expect(rests.find('contract')).toBeNull();
  });

  it.each<[string, TranslationFailure]>([
    ['named no time', busy(null)],
    ['may be asked at once', busy(0)],
    ['refused one text', { kind: 'refused', msg: 'No.' }],
    ['used up its limit', { kind: 'quota', msg: 'No.' }],
  ])('asks a translator again that %s', (_what, failure) => {
    rests.note('contract', failure);
    expect(rests.find('contract')).toBeNull();
  });

  it('leaves no translator alone for longer because the clock was set back', () => {
    rests.note('contract', REJECTED);
    clock.advance(-3_600_000);
    expect(rests.find('contract')).toBeNull();
  });
});
