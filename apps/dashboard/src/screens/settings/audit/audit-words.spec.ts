import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Interpolator, type MessageFile, type TextValues } from '../../../i18n/interpolate';
import { LANGUAGES } from '../../../i18n/languages';
import type { Translate } from '../../../i18n/texts';
import { type AuditWords, changeClause, fieldWord, targetWord, valueWord } from './audit-words';

function wordsIn(language: (typeof LANGUAGES)[number]): AuditWords {
  const writer = new Interpolator(language);
  const textsOf = (namespace: string) => {
    const path = join(__dirname, `../../../i18n/messages/${language}/${namespace}.json`);
    const texts = JSON.parse(readFileSync(path, 'utf8')) as MessageFile;
    return (key: string, values?: TextValues): string => writer.write(texts[key]!, values);
  };
  return {
    t: textsOf('settings') as Translate<'settings'>,
    common: textsOf('common') as Translate<'common'>,
    formats: {
      list: (items) => new Intl.ListFormat(language).format(items),
      languageName: (code) => new Intl.DisplayNames(language, { type: 'language' }).of(code)!,
    },
    momentOf: (text) => `the time ${text}`,
    placeOf: (id) => (id === 12 ? 'Harbour Bakery' : undefined),
  };
}

describe('the words of an audit entry', () => {
  const words = wordsIn('en');

  it('say a change with its values before and after', () => {
    const clause = (field: string, before: string | null, after: string | null) =>
      changeClause(words, { field, before, after });
    expect(clause('role', 'user', 'editor')).toBe('role from User to Editor');
    expect(clause('api_enabled', 'true', 'false')).toBe('API from on to off');
    expect(clause('website', 'null', 'https://a.example/')).toBe('website from none to https://a.example/');
    expect(clause('sub_accounts', '[]', '[12,14]')).toBe(
      'access from whole account to Harbour Bakery and Sub account 14',
    );
    expect(clause('password', null, 'changed')).toBe('new password');
    expect(clause('language', null, 'de')).toBe('language: German');
    expect(clause('limits.users', '5', '9')).toBe('limits users from 5 to 9');
  });

  it('show times, lists and texts that were cut', () => {
    expect(valueWord(words, 'expires_on', '2026-11-30T12:00:00.000Z')).toBe(
      'the time 2026-11-30T12:00:00.000Z',
    );
    expect(valueWord(words, 'scopes', '["reviews:read","reviews:write"]')).toBe(
      'reviews:read and reviews:write',
    );
    expect(valueWord(words, 'scopes', '["reviews:re…')).toBe('["reviews:re…');
  });

  it('name an object without a name by its id, and its kind only if the action is not known', () => {
    expect(targetWord(words.t, 'channel.updated', { type: 'channel', id: 12 })).toBe('12');
    expect(targetWord(words.t, 'account.updated', { type: 'account', id: 1 })).toBe('');
    expect(targetWord(words.t, 'channel.moved', { type: 'channel', id: 12 })).toBe('channel 12');
    expect(targetWord(words.t, 'shop.opened', { type: 'corner_shop', id: null })).toBe('corner shop');
  });

  it.each(LANGUAGES)('in %s have no name of a field or key', (language) => {
    const own = wordsIn(language);
    for (const field of [
      'role',
      'sub_accounts',
      'require_two_factor',
      'account_management',
      'vanity_status',
    ]) {
      expect(fieldWord(own, field)).not.toMatch(/_|^field/);
      expect(changeClause(own, { field, before: 'null', after: 'true' })).not.toMatch(/_|null|true|\{/);
    }
  });
});
