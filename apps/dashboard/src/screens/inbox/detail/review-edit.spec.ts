import { DateFormats } from '../../../i18n/date-formats';
import type { Review } from '../model/review-rows';
import { changesOf, formOf, reversalOf } from './review-edit';

const REVIEW = {
  from_name: 'Noa B.',
  text: 'Great bread.',
  rating_value: 7,
  rating_scale: 10,
  posted_on: '2026-01-31 18:05:09',
  post_url: null,
} as Review;

const formIn = (review: Review, timeZone = 'UTC') => formOf(review, new DateFormats('en', timeZone));

describe('The form of a review', () => {
  it('sends nothing if nothing was changed', () => {
    expect(changesOf(formIn(REVIEW), formIn(REVIEW))).toEqual({});
  });

  it('sends only the fields that were changed', () => {
    const form = { ...formIn(REVIEW), text: 'Great bread and coffee.', day: '2026-02-01' };
    expect(changesOf(formIn(REVIEW), form)).toEqual({
      text: 'Great bread and coffee.',
      posted_on: '2026-02-01',
    });
  });

  it('removes the rating and the link by emptying them', () => {
    const linked = { ...REVIEW, post_url: 'https://example.com/reviews/77' };
    expect(changesOf(formIn(linked), { ...formIn(linked), rating: '0', post_url: ' ' })).toEqual({
      rating_value: null,
      post_url: null,
    });
  });

  it('is empty where the date is not known, and sends one only if it was given', () => {
    const undated = { ...REVIEW, posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' as const };
    expect(formIn(undated).day).toBe('');
    expect(changesOf(formIn(undated), formIn(undated))).toEqual({});
    const given = { posted_on: '2026-02-01' };
    expect(changesOf(formIn(undated), { ...formIn(undated), day: given.posted_on })).toEqual(given);
    expect(reversalOf(undated, given)).toEqual({ posted_on: '1970-01-01 00:00:00' });
  });

  it('shows a rating on another scale in stars', () => {
    expect(formIn(REVIEW).rating).toBe('4');
    expect(formIn({ ...REVIEW, rating_value: null }).rating).toBe('0');
  });

  it('has the day that the page shows: that of the time zone only for a date with a time', () => {
    const late = { ...REVIEW, posted_on: '2026-10-04 00:00:00', posted_precision: 'second' as const };
    const day = { ...late, posted_precision: 'day' as const };
    for (const zone of ['Pacific/Kiritimati', 'America/New_York', 'Asia/Tokyo', 'UTC', 'Pacific/Pago_Pago']) {
      expect(formIn(day, zone).day).toBe('2026-10-04');
    }
    expect(formIn(late, 'America/New_York').day).toBe('2026-10-03');
    expect(formIn(late, 'Asia/Tokyo').day).toBe('2026-10-04');
  });

  it('is taken back as a day if the date had no time, so that no time is made of it', () => {
    const day = { ...REVIEW, posted_on: '2026-10-04 00:00:00', posted_precision: 'day' as const };
    expect(reversalOf(day, { posted_on: '2026-02-01' })).toEqual({ posted_on: '2026-10-04' });
  });

  it('is taken back with the exact time and with the fields that were changed only', () => {
    const changes = { posted_on: '2026-02-01', rating_value: 1 };
    expect(reversalOf(REVIEW, changes)).toEqual({
      posted_on: '2026-01-31 18:05:09',
      rating_value: 7,
      rating_scale: 10,
    });
  });

  it('is taken back in stars from a scale that the API does not take', () => {
    const seventh = { ...REVIEW, rating_value: 6, rating_scale: 7 };
    expect(reversalOf(seventh, { rating_value: 1 })).toEqual({ rating_value: 4 });
  });
});
