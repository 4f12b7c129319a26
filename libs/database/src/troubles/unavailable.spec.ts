import { isDatabaseUnavailable, isServerFull } from './unavailable';

const failing = (fields: object): Error => Object.assign(new Error('failed'), fields);

describe('isDatabaseUnavailable', () => {
  it.each(['08006', '08P01', '53300', '53200', '57P01', '57P02', '57P03', '57P05', '25006', '25P03'])(
    'returns true for the SQLSTATE %s',
    (code) => expect(isDatabaseUnavailable(failing({ code }))).toBe(true),
  );

  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN'])(
    'returns true for the network error %s',
    (code) => expect(isDatabaseUnavailable(failing({ code }))).toBe(true),
  );

  it.each([
    'Refused the certificate of Postgres at db:5432: certificate has expired. Check DATABASE_TLS_CA and the host name in the URL.',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'timeout exceeded when trying to connect',
    'Client has encountered a connection error and is not queryable',
    'Query runner already released. Cannot run queries anymore.',
  ])('returns true for "%s", which has no code', (message) =>
    expect(isDatabaseUnavailable(new Error(message))).toBe(true),
  );

  it('finds the error inside the errors that wrap it', () => {
    const refused = failing({ code: 'ECONNREFUSED' });
    expect(isDatabaseUnavailable(failing({ driverError: refused }))).toBe(true);
    expect(isDatabaseUnavailable(new Error('outer', { cause: failing({ driverError: refused }) }))).toBe(
      true,
    );
    expect(isDatabaseUnavailable(new AggregateError([refused]))).toBe(true);
  });

  it.each(['23505', '22P02', '40001', '40P01', '42P01', '57014'])(
    'returns false for the SQLSTATE %s, which is about the statement',
    (code) => expect(isDatabaseUnavailable(failing({ code }))).toBe(false),
  );

  it('returns false for what is not an error of a database', () => {
    const circular = new Error('circular');
    circular.cause = circular;
    for (const other of [new Error('no such review'), 'ECONNREFUSED', null, undefined, 53, circular]) {
      expect(isDatabaseUnavailable(other)).toBe(false);
    }
  });
});

describe('isServerFull', () => {
  it('returns true only if the server accepts no more connections', () => {
    expect(isServerFull(failing({ driverError: failing({ code: '53300' }) }))).toBe(true);
    expect(isServerFull(failing({ code: '53100' }))).toBe(false);
    expect(isServerFull(new Error('timeout exceeded when trying to connect'))).toBe(false);
  });
});
