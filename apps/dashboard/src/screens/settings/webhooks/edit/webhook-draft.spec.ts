import type { Webhook } from '../webhook-state';
import { addInput, draftOf, newDraft, toggled, updateInput } from './webhook-draft';

const WEBHOOK = {
  url: 'https://hooks.example.com/a',
  description: null,
  events: ['review.created', 'profile.error'],
  sub_account_ids: [2],
} as unknown as Webhook;

describe('updateInput', () => {
  it('has only what changed', () => {
    const draft = draftOf(WEBHOOK);
    expect(updateInput(draft, WEBHOOK)).toEqual({});
    expect(updateInput({ ...draft, events: ['profile.error', 'review.created'] }, WEBHOOK)).toEqual({});
    expect(
      updateInput(
        { url: ' https://hooks.example.com/b ', description: ' CRM ', events: [], accounts: [] },
        WEBHOOK,
      ),
    ).toEqual({ url: 'https://hooks.example.com/b', description: 'CRM', events: [], sub_account_ids: [] });
  });

  it('removes a note that was emptied', () => {
    const named = { ...WEBHOOK, description: 'CRM' };
    expect(updateInput({ ...draftOf(named), description: ' ' }, named)).toEqual({ description: null });
  });
});

describe('addInput', () => {
  it('leaves out what is empty', () => {
    expect(addInput({ ...newDraft(), url: ' https://hooks.example.com ' })).toEqual({
      url: 'https://hooks.example.com',
      events: ['review.created'],
    });
  });
});

describe('toggled', () => {
  it('adds and removes an item', () => {
    expect([toggled([1], 2), toggled([1, 2], 1)]).toEqual([[1, 2], [2]]);
  });
});
