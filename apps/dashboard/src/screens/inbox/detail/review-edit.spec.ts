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

describe('The form of a review', () => {
  it('sends nothing if nothing was changed', () => {
    expect(changesOf(REVIEW, formOf(REVIEW))).toEqual({});
  });

  it('sends only the fields that were changed', () => {
    const form = { ...formOf(REVIEW), text: 'Great bread and coffee.', day: '2026-02-01' };
    expect(changesOf(REVIEW, form)).toEqual({ text: 'Great bread and coffee.', posted_on: '2026-02-01' });
  });

  it('removes the rating and the link by emptying them', () => {
    const linked = { ...REVIEW, post_url: 'https://example.com/reviews/77' };
    expect(changesOf(linked, { ...formOf(linked), rating: '0', post_url: ' ' })).toEqual({
      rating_value: null,
      post_url: null,
    });
  });

  it('is empty where the date is not known, and sends one only if it was given', () => {
    const undated = { ...REVIEW, posted_on: '1970-01-01 00:00:00', posted_precision: 'unknown' as const };
    expect(formOf(undated).day).toBe('');
    expect(changesOf(undated, formOf(undated))).toEqual({});
    const given = { posted_on: '2026-02-01' };
    expect(changesOf(undated, { ...formOf(undated), day: given.posted_on })).toEqual(given);
    expect(reversalOf(undated, given)).toEqual({ posted_on: '1970-01-01 00:00:00' });
  });

  it('shows a rating on another scale in stars', () => {
    expect(formOf(REVIEW).rating).toBe('4');
    expect(formOf({ ...REVIEW, rating_value: null }).rating).toBe('0');
  });

  it('is taken back with the exact time and with the fields that were changed only', () => {
    const changes = { posted_on: '2026-02-01', rating_value: 1 };
    expect(reversalOf(REVIEW, changes)).toEqual({ posted_on: '2026-01-31 18:05:09', rating_value: 4 });
  });
});
