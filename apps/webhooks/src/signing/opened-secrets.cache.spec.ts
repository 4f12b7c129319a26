import { placeIn, Secrets } from '@plaudit/runtime';
import { PREVIOUS_SECRET, SECRET } from '../webhooks/sealed-columns';
import { OpenedSecretsCache } from './opened-secrets.cache';

const secrets = new Secrets(Buffer.alloc(32, 1).toString('base64'));
const sealedFor = (id: number, text: string, column = SECRET): Buffer =>
  secrets.encrypt(text, placeIn(column, id));

describe('OpenedSecretsCache', () => {
  it('returns the new secret of a webhook after a rotation, and the old one from the other column', () => {
    const cache = new OpenedSecretsCache(secrets);
    expect(cache.open(sealedFor(1, 'old'), SECRET, 1)).toBe('old');
    expect(cache.open(sealedFor(1, 'new'), SECRET, 1)).toBe('new');
    expect(cache.open(sealedFor(1, 'old', PREVIOUS_SECRET), PREVIOUS_SECRET, 1)).toBe('old');
  });

  it('refuses a value that was copied from another webhook, also when it has opened it for that one', () => {
    const cache = new OpenedSecretsCache(secrets);
    const sealed = sealedFor(1, 'text');
    expect(cache.open(sealed, SECRET, 1)).toBe('text');
    expect(() => cache.open(sealed, SECRET, 2)).toThrow('unable to authenticate');
    expect(() => cache.open(sealed, PREVIOUS_SECRET, 1)).toThrow('unable to authenticate');
  });

  it('keeps no more secrets than its limit and opens the others again', () => {
    const opened: string[] = [];
    const counted = {
      decrypt: (sealed: Buffer, place: string): string => {
        opened.push(place);
        return secrets.decrypt(sealed, place);
      },
    };
    const cache = new OpenedSecretsCache(counted, 2);
    const sealed = [1, 2, 3].map((id) => sealedFor(id, `secret ${id}`));
    const open = (id: number): string => cache.open(sealed[id - 1] as Buffer, SECRET, id);
    expect([1, 2, 1, 2, 3, 3, 2, 1].map(open).at(-1)).toBe('secret 1');
    expect(opened.map((place) => place.at(-1))).toEqual(['1', '2', '3', '1']);
  });
});
