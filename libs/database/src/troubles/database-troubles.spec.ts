import {
  ConnectionsBusyError,
  type DatabaseTrouble,
  recordTrouble,
  thrownTrouble,
  troubleOf,
} from './database-troubles';

const failing = (fields: object): Error => Object.assign(new Error('failed'), fields);

describe('troubleOf', () => {
  it.each<[string, DatabaseTrouble]>([
    ['55P03', 'lock_timeout'],
    ['40P01', 'deadlock'],
    ['57014', 'statement_timeout'],
    ['25P03', 'unreachable'],
    ['57P01', 'unreachable'],
    ['57P05', 'unreachable'],
    ['53300', 'unreachable'],
    ['ECONNREFUSED', 'unreachable'],
  ])('finds in the code %s the trouble %s, also behind TypeORM', (code, trouble) => {
    expect(troubleOf(failing({ code }))).toBe(trouble);
    expect(troubleOf(failing({ driverError: failing({ code }) }))).toBe(trouble);
  });

  it('finds that no connection became free', () => {
    expect(troubleOf(new ConnectionsBusyError(null))).toBe('busy');
    expect(troubleOf(new Error('timeout exceeded when trying to connect'))).toBe('busy');
  });

  it.each(['23505', '22P02', '42P01'])('finds no trouble in the code %s', (code) => {
    expect(troubleOf(failing({ code }))).toBeNull();
  });
});

describe('thrownTrouble', () => {
  it('knows the errors that a Database threw, and no other with the same code', () => {
    const [ours, another] = [failing({ code: 'ECONNREFUSED' }), failing({ code: 'ECONNREFUSED' })];
    recordTrouble(ours, 'unreachable');
    expect([ours, another, null, 'text'].map(thrownTrouble)).toEqual(['unreachable', null, null, null]);
  });
});
