import { fingerprint } from '../reviews/review';
import { anonymised } from './anonymous';

const of = (text: string, from_name = 'Noa Bergman') =>
  anonymised({ from_name, from_email: 'noa@example.com', text });

describe('anonymised', () => {
  it('removes everything that names, shows or leads to the author', () => {
    expect(of('Great bread.')).toEqual({
      from_name: 'Anonymous',
      from_email: null,
      from_image: null,
      from_url: null,
      post_url: null,
      external_id: null,
      additional: null,
      media: [],
      reply: null,
      text: 'Great bread.',
      fingerprint: fingerprint('Anonymous', 'Great bread.'),
    });
  });

  it.each([
    ['Yours, Noa Bergman', 'Yours, […]'],
    ['NOA\nBERGMAN was here', '[…] was here'],
    ['Write to Noa@Example.com!', 'Write to […]!'],
    ['Noa had Bergmanbread', 'Noa had Bergmanbread'],
    ['xNoa Bergman', 'xNoa Bergman'],
  ])('turns the text %j into %j', (text, words) => {
    expect(of(text).text).toBe(words);
  });

  it('redacts the address in both spellings of its domain', () => {
    const text = 'Write to Noa@BÜCHER.example or noa@xn--bcher-kva.example!';
    const review = anonymised({ from_name: 'Noa B.', from_email: 'noa@xn--bcher-kva.example', text });
    expect(review.text).toBe('Write to […] or […]!');
  });

  it.each(['(', '[a', 'a|b', '\\', '$&', 'C++ fan', '.*', '{1}', '-', '^', '👩‍🍳'])(
    'redacts the name %s literally',
    (name) => {
      expect(of(`I am ${name} indeed`, name).text).toBe('I am […] indeed');
      expect(of('Nothing of it', name).text).toBe('Nothing of it');
    },
  );

  it('changes nothing when it is applied again', () => {
    const once = of('Nobody stays anonymous, says Noa Bergman.');
    expect(anonymised({ ...once, from_email: null })).toEqual(once);
  });
});
