import { auditedArguments } from './audited-arguments';
import { findTool } from './tool-catalogue';
import type { Tool } from './tool';

function audited(name: string, given: Record<string, unknown>): object {
  return auditedArguments(findTool(name) as Tool, given);
}

describe('auditedArguments', () => {
  it('keeps numbers, flags and listed words', () => {
    expect(audited('update_review', { id: 7, status: 'approved', rating_value: null })).toEqual({
      id: 7,
      status: 'approved',
      rating_value: null,
    });
    expect(audited('update_widget', { id: '12', active: false })).toEqual({ id: '12', active: false });
  });

  it('keeps no text and nothing nested: there are secrets and people in them', () => {
    const given = {
      type: 'survey',
      access_token: 'live_0123456789',
      url: 'https://user:secret@example.com',
      idempotency_key: 'mine',
    };
    expect(audited('add_channel', given)).toEqual({
      type: '[text]',
      access_token: '[text]',
      url: '[text]',
      idempotency_key: '[text]',
    });
    expect(audited('add_review', { tags: ['vip'], additional: { phone: '+33 1' }, media: [] })).toEqual({
      tags: '[list]',
      additional: '[object]',
      media: '[list]',
    });
  });

  it('keeps nothing that was put where it does not belong', () => {
    expect(
      audited('add_invite_request', {
        recipient: 33142685300,
        followup: 'a@example.com',
        delay: '+33142685300',
        type: 'a@example.com',
        timezone: true,
        'a@example.com': 1,
      }),
    ).toEqual({
      recipient: '[number]',
      followup: '[text]',
      delay: '[text]',
      type: '[text]',
      timezone: '[flag]',
    });
  });
});
