import 'reflect-metadata';
import { SERVICE_NAMES } from '../services';
import {
  type OutsideConsumer,
  outsideConsumersIn,
  outsideNameProblem,
  outsidePermissions,
  outsideSection,
  withOutsideConsumers,
} from './outside-consumers';

const CRM: OutsideConsumer = { name: 'crm', accountId: 7, passwordHash: '$2a$04$abc' };
const ALL: OutsideConsumer = { name: 'lake-2', accountId: null, passwordHash: '$2a$04$def' };
const GONE: OutsideConsumer = { name: 'old', accountId: 3, passwordHash: null };

const fileWith = (...consumers: OutsideConsumer[]): string =>
  ['users = [', '  { user: admin, password: "x" }', outsideSection(consumers), ']', ''].join('\n');

describe('the names of outside consumers', () => {
  it.each(['crm', 'a', 'data-lake-2', 'a'.repeat(31)])('may be %s', (name) =>
    expect(outsideNameProblem(name)).toBeNull(),
  );

  it.each(['', 'Crm', '2crm', 'crm_1', 'crm.eu', 'crm>', '*', 'a b', 'a'.repeat(32), 'crm\n'])(
    'may not be "%s"',
    (name) => expect(outsideNameProblem(name)).toContain('must begin with a letter'),
  );

  it.each([...SERVICE_NAMES, 'admin', 'plaudit', 'topology'])(
    'may not be %s, a part of the product',
    (name) => expect(outsideNameProblem(name)).toContain('part of the product'),
  );
});

describe('the permissions of an outside consumer', () => {
  it('name its account, its durables and its inbox', () => {
    const { publish, subscribe } = outsidePermissions(CRM);
    expect(subscribe).toEqual(expect.arrayContaining(['_INBOX.crm.>', 'review.*.*.7.>', 'account.*.*.7.>']));
    expect(publish).toContain('$JS.API.CONSUMER.CREATE.EVENTS.crm_4.*.*.*.7.>');
    expect(
      publish.every((subject) => subject === '$JS.API.INFO' || /EVENTS\.crm(_[1-4])?\./.test(`${subject}.`)),
    ).toBe(true);
  });

  it('name no account if it may read all of them', () => {
    const { publish, subscribe } = outsidePermissions(ALL);
    expect(subscribe).toContain('review.>');
    expect(publish).toContain('$JS.API.CONSUMER.CREATE.EVENTS.lake-2.*.>');
  });
});

describe('the outside consumers in users.conf', () => {
  it('are read as they were written', () => {
    expect(outsideConsumersIn(fileWith(GONE, CRM, ALL))).toEqual([CRM, ALL, GONE]);
    expect(outsideConsumersIn(fileWith())).toEqual([]);
  });

  it('are replaced, and the rest of the file stays', () => {
    expect(withOutsideConsumers(fileWith(CRM, GONE), [ALL])).toBe(fileWith(ALL));
    expect(withOutsideConsumers(fileWith(ALL), [])).toBe(fileWith());
  });

  it('are not read from a file without a part for them', () => {
    expect(() => outsideConsumersIn('users = []')).toThrow('has no part for outside consumers');
  });

  it('are not read if somebody added a user by hand', () => {
    const edited = fileWith(CRM).replace(
      '  # crm: account 7',
      '  { user: eve, password: "x" }\n  # crm: account 7',
    );
    expect(() => outsideConsumersIn(edited)).toThrow('edited by hand');
  });
});
