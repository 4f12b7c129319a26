import type { Formats } from '../../../i18n/formats';
import type { Translate } from '../../../i18n/texts';
import { ROLES } from '../keys/role-scopes';
import { isKnownAction } from './audit-actions';
import type { FieldChange } from './audit-changes';

/** The fields that have a word. The log may name others, which are shown as they are called, with spaces. */
const FIELDS = [
  'name',
  'email',
  'password',
  'role',
  'sub_accounts',
  'language',
  'time_zone',
  'company_name',
  'website',
  'vanity_url',
  'vanity_status',
  'api_enabled',
  'require_two_factor',
  'plan',
  'properties',
  'scopes',
  'account_management',
  'allowed_ips',
  'expires_on',
  'recovery_codes',
  'url',
  'host',
] as const;
type KnownField = (typeof FIELDS)[number];

/** The kinds of objects that have a word. */
const KINDS = [
  'user',
  'key',
  'app',
  'account',
  'sub_account',
  'channel',
  'widget',
  'webhook',
  'invite_settings',
  'review',
] as const;
type KnownKind = (typeof KINDS)[number];

/** What values are named with. */
export interface AuditWords {
  t: Translate<'settings'>;
  common: Translate<'common'>;
  formats: Pick<Formats, 'languageName' | 'list'>;
  /** Returns a time of the API as date and time. */
  momentOf: (text: string) => string;
  /** Returns the name of a sub account if it is known. */
  placeOf: (id: number) => string | undefined;
}

/** Returns the word of a field, such as "role". */
export function fieldWord({ t }: Pick<AuditWords, 't'>, field: string): string {
  const known = FIELDS.find((one): one is KnownField => one === field);
  return known ? t(`field.${known}`) : field.replaceAll(/[._]/g, ' ');
}

/** Returns the word of a kind of objects, such as "channel". */
export function kindWord(t: Translate<'settings'>, type: string): string {
  const known = KINDS.find((one): one is KnownKind => one === type);
  return known ? t(`target.${known}`) : type.replaceAll('_', ' ');
}

/** Returns what stands for the name of an object that has none: its id, after its kind if the text of the action does not name it. */
export function targetWord(
  t: Translate<'settings'>,
  action: string,
  { type, id }: { type: string; id: number | null },
): string {
  const shown = id === null || type === 'account' ? '' : String(id);
  return isKnownAction(action) ? shown : `${kindWord(t, type)} ${shown}`.trim();
}

/** Returns a value as a person would say it: "off" for false, the name of a role, names of sub accounts for their ids. */
export function valueWord(words: AuditWords, field: string, value: string): string {
  const { t, common, formats } = words;
  if (value === 'null' || value === '') return t('value_none');
  if (value === 'true' || value === 'false') return t(value === 'true' ? 'value_on' : 'value_off');
  const role = ROLES.find((one) => one === value);
  if (field === 'role' && role) return common(`role_${role}`);
  if (field === 'language') return formats.languageName(value);
  if (/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value)) return words.momentOf(value);
  return value.startsWith('[') ? listWord(words, field, value) : value;
}

/** Returns one change as a clause, such as "role from User to Editor". */
export function changeClause(words: AuditWords, { field, before, after }: FieldChange): string {
  const name = fieldWord(words, field);
  if (field === 'password') return words.t('clause_password');
  const word = (value: string): string => valueWord(words, field, value);
  if (before !== null && after !== null)
    return words.t('clause_from_to', { field: name, before: word(before), after: word(after) });
  return words.t('clause_value', { field: name, value: word(after ?? before ?? '') });
}

/** A text that was cut is no list any more and stays as it is. */
function listWord({ t, formats, placeOf }: AuditWords, field: string, value: string): string {
  let items: unknown;
  try {
    items = JSON.parse(value);
  } catch {
    return value;
  }
  if (!Array.isArray(items)) return value;
  const isPlaces = field === 'sub_accounts';
  if (items.length === 0) return t(isPlaces ? 'value_whole_account' : 'value_none');
  return formats.list(
    items.map((item) => {
      if (isPlaces && typeof item === 'number')
        return placeOf(item) ?? t('sub_account_id', { id: String(item) });
      return typeof item === 'string' ? item : JSON.stringify(item);
    }),
  );
}
