import { auditedArguments } from './audited-arguments';
import { toolNamed } from './committed-tools.suite';
import type { Tool } from './tool';

function audited(name: string, given: Record<string, unknown>): object {
  return auditedArguments(toolNamed(name), given);
}

describe('auditedArguments', () => {
  it('keeps numbers, booleans and listed texts', () => {
    expect(audited('update_review', { id: 7, status: 'approved', rating_value: null })).toEqual({
      id: 7,
      status: 'approved',
      rating_value: null,
    });
    expect(audited('update_widget', { id: '12', active: false })).toEqual({ id: '12', active: false });
  });

  it('replaces texts, lists and objects, which may hold secrets or personal data', () => {
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

  it('replaces values in the wrong argument and drops unknown arguments', () => {
    const schemas = {
      recipient: { type: 'string' },
      followup: { type: 'integer' },
      delay: { type: ['integer', 'null'] },
      type: { type: 'string', enum: ['email', 'sms'] },
      timezone: { type: 'string' },
    };
    const invite: Tool = {
      ...toolNamed('add_review'),
      arguments: Object.entries(schemas).map(([name, schema]) => ({
        name,
        field: name,
        place: 'body',
        required: false,
        schema,
      })),
    };
    expect(
      auditedArguments(invite, {
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
