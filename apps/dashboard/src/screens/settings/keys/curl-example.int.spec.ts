import { execFileSync } from 'node:child_process';
import { curlExample, shellQuoted } from './curl-example';

describe('the curl example of a key', () => {
  it('has the key as the password without a user', () => {
    expect(curlExample('https://reviews.example.com', 'rk_4mZ8')).toBe(
      'curl -u :rk_4mZ8 \\\n  https://reviews.example.com/public/v1/hello',
    );
  });

  it.each(["it's", '$(id) `id`', 'a b', '"', '\\', '', '!x;rm -rf *', 'Zoë\n2'])(
    'writes %j so that a shell reads it as one word',
    (text) => {
      const read = execFileSync('/bin/sh', ['-c', `printf %s ${shellQuoted(text)}`], { encoding: 'utf8' });
      expect(read).toBe(text);
    },
  );
});
