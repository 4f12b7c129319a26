import { humanWords } from './human-words';

describe('humanWords', () => {
  it.each([
    ['post_url must be an http or https URL.', 'post_url', 'Post url must be an http or https URL.'],
    [
      'invite_settings.delays[2].unit must be one of: minutes, hours, days.',
      'invite_settings.delays[2].unit',
      'Unit must be one of: minutes, hours, days.',
    ],
    [
      'rating_value must be between 0 and rating_scale (5).',
      'rating_value',
      'Rating value must be between 0 and rating scale (5).',
    ],
    ['Check what reviews[3].from_name has.', null, 'Check what from name has.'],
    [
      'source_id 7 is not a source of this sub account; GET /sources lists them.',
      'source_id',
      'Source id 7 is not a source of this sub account.',
    ],
    ['Send the field that `field` names.', null, 'Send the field that field names.'],
    ['No tag is named "my_tag"; POST /tags adds it.', null, 'No tag is named "my_tag".'],
    [
      'settings.subject uses {{nick_name}}, which does not exist; use a variable such as {{first_name}}.',
      'settings.subject',
      'Subject uses {{nick_name}}, which does not exist; use a variable such as {{first_name}}.',
    ],
    ['Review 7 was sent already.', null, 'Review 7 was sent already.'],
    ['https://acme.example/a_b is not a URL.', null, 'https://acme.example/a_b is not a URL.'],
  ])('writes %s for people', (msg, field, expected) => {
    expect(humanWords(msg, field)).toBe(expected);
  });

  it.each(['SMTP_URL is not set.', 'Get the URL from POST /channels/authorize_url.'])(
    'has no words for %s',
    (msg) => {
      expect(humanWords(msg)).toBeNull();
    },
  );
});
