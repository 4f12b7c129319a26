import { SCOPES } from '@plaudit/contracts';
import Ajv2020 from 'ajv/dist/2020';
import { WEBHOOK_EVENTS } from '../fan-out/notification';
import { EVENT_CATALOGUE } from './event-catalogue';

describe('EVENT_CATALOGUE', () => {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });

  it('has every event that a webhook may subscribe to', () => {
    expect(EVENT_CATALOGUE.map(({ name }) => name).toSorted()).toEqual(WEBHOOK_EVENTS.toSorted());
  });

  it('calls every event opt-in, except the three of the first version', () => {
    const basic = EVENT_CATALOGUE.filter(({ opt_in }) => !opt_in).map(({ name }) => name);
    expect(basic.toSorted()).toEqual(['profile.error', 'rating.changed', 'review.created']);
  });

  it.each(EVENT_CATALOGUE.map((event) => [event.name, event] as const))(
    'has for %s an example that its schema accepts, and a scope',
    (name, { example, schema, scope, title, summary }) => {
      const validate = ajv.compile({ ...schema, additionalProperties: false });
      expect(example).toMatchObject({ id: expect.stringMatching(/^evt_/), event: name });
      expect(validate(example['data']) ? null : ajv.errorsText(validate.errors)).toBeNull();
      expect(SCOPES).toContain(scope);
      expect([title, summary]).toEqual([expect.stringMatching(/\w/), expect.stringMatching(/\.$/)]);
    },
  );
});
